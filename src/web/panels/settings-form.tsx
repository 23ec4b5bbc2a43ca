// Profile and settings, made from the one table (src/travel/settings.ts). "As the service thinks best" leaves a setting
// out of the question; the answer then names it among the defaulted ones. Settings that a profile or the request does
// not take are not offered.

import type { ComponentChildren } from 'preact'
import { FORM_NAMES, type FormName, settingOf, wordsOf } from '../../travel/settings.ts'
import { maxLoopKm } from '../plan/plan.ts'
import { t, num, tCode } from '../i18n/t.ts'
import { changePlan, plan, announce, mapCommand } from '../plan/session.ts'
import { settingText, valueText } from '../plan/setting-text.ts'
import { type Settings, isChosen, isTaken } from '../plan/settings.ts'
import { sketch, startSketch } from '../state/area-sketch.ts'
import { areaM2 } from '../line/measure.ts'
import { AVOID_KINDS, type Area, type AvoidForm, NOTHING_AVOIDED } from '../plan/avoid.ts'
import { boxOf } from '../line/shown-line.ts'
import { PaceFold } from './folds.tsx'

export function SettingsForm({ request }: { request: 'loop' | 'reach' }) {
  return (
    <section aria-label={t('settings.label')}>
      <ProfileChoice />
      <SettingsFolds request={request} />
    </section>
  )
}

function set(change: Partial<Settings>): void {
  changePlan((old) => {
    const next = { ...old.settings, ...change }
    return {
      ...old,
      settings: next,
      loop: { ...old.loop, distanceKm: Math.min(old.loop.distanceKm, maxLoopKm(next.profile)) },
    }
  })
}

export function ProfileChoice() {
  const { settings } = plan.value
  return (
    <div class="choice" role="radiogroup" aria-label={t('setting.profile')}>
      {wordsOf('profile').map((word) => {
        const profile = word.toUpperCase() as Settings['profile']
        return (
          <label key={profile}>
            <input
              type="radio"
              name="profile"
              value={profile}
              checked={settings.profile === profile}
              onChange={() => set({ profile })}
            />
            <span>{valueText('profile', profile)}</span>
          </label>
        )
      })}
    </div>
  )
}

/** `children`: below the settings, what belongs to one request alone. */
export function SettingsFolds({
  request,
  children,
}: {
  request: 'route' | 'loop' | 'reach'
  children?: ComponentChildren
}) {
  const { settings } = plan.value
  const shown = FORM_NAMES.filter(
    (name) => name !== 'profile' && isTaken(name, settings) && settingOf(name).requests.includes(request),
  )
  return (
    <>
      <details class="settings">
        <summary>
          {t('settings.more')} <small>{summary(settings)}</small>
        </summary>
        <div class="fields">
          {shown.map((name) => (
            <SettingField key={name} name={name} value={settings[name]} />
          ))}
        </div>
        {children}
      </details>
      <AvoidSection />
      {settings.profile === 'HIKE' && <PaceFold />}
    </>
  )
}

/** The control that its type asks for: a switch, a slider, or a list that begins with "default". */
function SettingField({ name, value }: { name: FormName; value: Settings[FormName] }) {
  const row = settingOf(name)
  const label = t(`setting.${name}`)
  if (row.type === 'boolean')
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
        {label}
      </label>
    )
  if (row.type === 'number' && row.step !== undefined)
    return (
      <label class="field">
        <span>{label}</span>
        <input
          type="range"
          min={row.min}
          max={row.max}
          step={row.step}
          value={Number(value)}
          aria-valuetext={valueText(name, value)}
          onChange={(event) => set({ [name]: Number(event.currentTarget.value) })}
        />
        <output>{valueText(name, value)}</output>
      </label>
    )
  const options = optionsOf(name).map((option): [string, string] => [String(option), valueText(name, option)])
  return (
    <Choice
      label={label}
      value={String(value ?? '')}
      options={[['', t('settings.auto', { value: valueText(name, defaultOf(name)) })], ...options]}
      onChange={(chosen) => set({ [name]: chosen === '' ? null : row.type === 'enum' ? chosen : Number(chosen) })}
    />
  )
}

/** What the service takes where nothing is chosen. */
function defaultOf(name: FormName): string | number | boolean | null {
  const row = settingOf(name)
  if (row.type === 'integer[]') return null
  return row.type === 'enum' ? row.default.toUpperCase() : row.default
}

function optionsOf(name: FormName): (string | number)[] {
  const row = settingOf(name)
  if (row.type === 'enum') return Object.keys(row.words).map((word) => word.toUpperCase())
  if (row.type === 'integer') return Array.from({ length: row.max - row.min + 1 }, (_, i) => row.min + i)
  return row.type === 'number' ? (row.choices ?? []) : []
}

export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([word, text]) => (
          <option key={word} value={word} selected={word === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What differs from the defaults, in a few words. */
function summary(settings: Settings): string {
  const words = FORM_NAMES.filter(
    (name) => name !== 'profile' && isTaken(name, settings) && isChosen(name, settings),
  ).map((name) => settingText(name, settings[name]!))
  return words.length === 0 ? t('settings.allAuto') : words.join(' · ')
}

/** What no route may use: areas drawn on the map, listed and taken out here, and kinds of way. */
function AvoidSection() {
  const { avoid } = plan.value
  const set = (change: (old: AvoidForm) => AvoidForm) => changePlan((old) => ({ ...old, avoid: change(old.avoid) }))
  const remove = (index: number) => {
    set((old) => ({ ...old, areas: old.areas.filter((_, i) => i !== index) }))
    announce(t('avoid.removed', { number: index + 1 }))
  }
  return (
    <details class="settings avoid">
      <summary>
        {t('avoid.title')} <small>{avoidSummary(avoid)}</small>
      </summary>
      <fieldset class="chips">
        <legend>{t('avoid.kinds')}</legend>
        {AVOID_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={avoid.kinds.includes(kind)}
              onChange={() =>
                set((old) => ({
                  ...old,
                  kinds: AVOID_KINDS.filter((one) => old.kinds.includes(one) !== (one === kind)),
                }))
              }
            />
            <span>{t(`avoidKind.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      <ul class="list areas" aria-label={t('avoid.areas')}>
        {avoid.areas.map((area, i) => (
          <li key={area.join()}>
            <button type="button" class="quiet" onClick={() => show(area)}>
              {t('avoid.area', { number: i + 1 })} <small>{areaText(area)}</small>
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={t('avoid.remove', { number: i + 1 })}
              title={t('avoid.remove', { number: i + 1 })}
              onClick={() => remove(i)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" disabled={sketch.value !== null} onClick={startSketch}>
          {t('avoid.draw')}
        </button>
        <button
          type="button"
          disabled={avoid.areas.length + avoid.kinds.length === 0}
          onClick={() => set(() => NOTHING_AVOIDED)}
        >
          {t('avoid.nothing')}
        </button>
      </div>
    </details>
  )
}

function show(area: Area): void {
  const box = boxOf(area)
  if (box !== null) mapCommand.value = { kind: 'fit', box }
}

function areaText(area: Area): string {
  const km2 = areaM2(area) / 1e6
  return `${num(km2, km2 < 10 ? 2 : 0)}\u00a0km²`
}

function avoidSummary({ areas, kinds }: AvoidForm): string {
  const words = [
    ...(areas.length === 0 ? [] : [t('avoid.count', { count: areas.length })]),
    ...kinds.map((kind) => tCode('avoidKind', kind)),
  ]
  return words.length === 0 ? t('avoid.none') : words.join(' · ')
}
