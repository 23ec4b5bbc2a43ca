// Profile and settings. "As the service thinks best" leaves a setting out of the question; the answer then names it
// among the defaulted ones. Settings that a profile does not take are not offered.

import { maxLoopKm } from '../plan.ts'
import type { Settings } from '../plan.ts'
import { t } from '../say.ts'
import { changePlan, plan } from '../session.ts'

const PROFILES = ['HIKE', 'RUN', 'BIKE'] as const

export function SettingsForm({ forLoops = false }: { forLoops?: boolean }) {
  const { settings } = plan.value
  const set = (change: Partial<Settings>) =>
    changePlan((old) => {
      const next = { ...old.settings, ...change }
      return {
        ...old,
        settings: next,
        loop: { ...old.loop, distanceKm: Math.min(old.loop.distanceKm, maxLoopKm(next.profile)) },
      }
    })
  const bike = settings.profile === 'BIKE'
  return (
    <section aria-label={t('settings.label')}>
      <div class="choice" role="radiogroup" aria-label={t('settings.profile')}>
        {PROFILES.map((profile) => (
          <label key={profile}>
            <input
              type="radio"
              name="profile"
              value={profile}
              checked={settings.profile === profile}
              onChange={() => set({ profile })}
            />
            <span>{t(`profile.${profile}`)}</span>
          </label>
        ))}
      </div>
      <details class="settings">
        <summary>
          {t('settings.more')} <small>{summary(settings)}</small>
        </summary>
        <div class="fields">
          {bike && (
            <Choice
              label={t('settings.bicycleType')}
              value={settings.bicycleType ?? ''}
              options={[
                ['', t('settings.auto')],
                ['ROAD', t('bicycle.ROAD')],
                ['HYBRID', t('bicycle.HYBRID')],
                ['MOUNTAIN', t('bicycle.MOUNTAIN')],
              ]}
              onChange={(value) => set({ bicycleType: value === '' ? null : (value as Settings['bicycleType']) })}
            />
          )}
          {!bike && (
            <Choice
              label={t('settings.maxSac')}
              value={String(settings.maxSac ?? '')}
              options={[
                ['', t('settings.auto')],
                ...[1, 2, 3, 4, 5, 6].map((grade): [string, string] => [
                  String(grade),
                  `T${grade} · ${t(`sac.T${grade as 1}`)}`,
                ]),
              ]}
              onChange={(value) => set({ maxSac: value === '' ? null : Number(value) })}
            />
          )}
          {!bike && (
            <Choice
              label={t('settings.marked')}
              value={settings.markedTrails ?? ''}
              options={[
                ['', t('settings.auto')],
                ['OFF', t('marked.OFF')],
                ['PREFER', t('marked.PREFER')],
                ['STRICT', t('marked.STRICT')],
              ]}
              onChange={(value) => set({ markedTrails: value === '' ? null : (value as Settings['markedTrails']) })}
            />
          )}
          <label class="field">
            <span>{t('settings.hills')}</span>
            <input
              type="range"
              min={-1}
              max={1}
              step={0.25}
              value={settings.hills}
              aria-valuetext={hillsText(settings.hills)}
              onChange={(event) => set({ hills: Number(event.currentTarget.value) })}
            />
            <output>{hillsText(settings.hills)}</output>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={settings.avoidPaved}
              onChange={(event) => set({ avoidPaved: event.currentTarget.checked })}
            />
            {t('settings.avoidPaved')}
          </label>
          {!forLoops && (
            <label class="check">
              <input
                type="checkbox"
                checked={settings.shortest}
                onChange={(event) => set({ shortest: event.currentTarget.checked })}
              />
              {t('settings.shortest')}
            </label>
          )}
          {!forLoops && (
            <Choice
              label={t('settings.snap')}
              value={String(settings.snapRadiusM ?? '')}
              options={[
                ['', t('settings.auto')],
                ...[50, 200, 500, 1000, 5000].map((metres): [string, string] => [String(metres), `${metres} m`]),
              ]}
              onChange={(value) => set({ snapRadiusM: value === '' ? null : Number(value) })}
            />
          )}
        </div>
      </details>
    </section>
  )
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

function hillsText(hills: number): string {
  return t(
    hills === 0
      ? 'hills.any'
      : hills < -0.5
        ? 'hills.avoid'
        : hills < 0
          ? 'hills.few'
          : hills > 0.5
            ? 'hills.many'
            : 'hills.some',
  )
}

/** What differs from the defaults, in a few words. */
function summary(settings: Settings): string {
  const bike = settings.profile === 'BIKE'
  const words = [
    bike && settings.bicycleType !== null ? t(`bicycle.${settings.bicycleType}`) : null,
    !bike && settings.maxSac !== null ? `≤ T${settings.maxSac}` : null,
    !bike && settings.markedTrails !== null ? t(`marked.${settings.markedTrails}`) : null,
    settings.hills !== 0 ? hillsText(settings.hills) : null,
    settings.avoidPaved ? t('settings.avoidPaved') : null,
    settings.shortest ? t('settings.shortest') : null,
  ].filter((word) => word !== null)
  return words.length === 0 ? t('settings.allAuto') : words.join(' · ')
}
