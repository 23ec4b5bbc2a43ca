// Places that a round trip is to pass: kinds of them, and some that were picked on the map.

import { useEffect } from 'preact/hooks'
import { MAX_THROUGH_PLACES } from '../../travel/limits.ts'
import type { Loop } from '../state/loop-session.ts'
import { type LoopForm, THROUGH_KINDS } from '../plan/loop-form.ts'
import { t, tCode } from '../i18n/t.ts'
import { changePlan, mapCommand, plan } from '../plan/session.ts'
import { followThroughNames, throughName } from '../state/through-places.ts'
import { Choice } from './settings-form.tsx'

export function LoopThrough() {
  useEffect(followThroughNames, [])
  const { throughKinds, throughPlaces, atLeast } = plan.value.loop
  const set = (change: (old: LoopForm) => Partial<LoopForm>) =>
    changePlan((old) => ({ ...old, loop: { ...old.loop, ...change(old.loop) } }))
  const summary = [
    ...throughKinds.map((kind) => tCode('kind', kind)),
    ...throughPlaces.map((id) => throughName(id) ?? t('unnamed')),
  ]
  return (
    <details class="settings through">
      <summary>
        {t('through.title')} <small>{summary.length === 0 ? t('through.none') : summary.join(' · ')}</small>
      </summary>
      <fieldset class="chips">
        <legend>{t('through.kinds')}</legend>
        {THROUGH_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={throughKinds.includes(kind)}
              onChange={() =>
                set((old) => ({
                  throughKinds: THROUGH_KINDS.filter((one) => old.throughKinds.includes(one) !== (one === kind)),
                }))
              }
            />
            <span>{tCode('kind', kind)}</span>
          </label>
        ))}
      </fieldset>
      {throughKinds.length > 0 && (
        <Choice
          label={t('through.atLeast')}
          value={String(atLeast)}
          options={Array.from({ length: MAX_THROUGH_PLACES }, (_, i): [string, string] => [`${i + 1}`, `${i + 1}`])}
          onChange={(value) => set(() => ({ atLeast: Number(value) }))}
        />
      )}
      <ul class="list areas" aria-label={t('through.places')}>
        {throughPlaces.map((id) => {
          const name = throughName(id) ?? t('unnamed')
          return (
            <li key={id}>
              <span>{name}</span>
              <button
                type="button"
                class="quiet"
                aria-label={t('through.remove', { name })}
                title={t('through.remove', { name })}
                onClick={() => set((old) => ({ throughPlaces: old.throughPlaces.filter((one) => one !== id) }))}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
      <p class="hint">{t('through.hint')}</p>
    </details>
  )
}

/** What a loop passes of what was asked for. */
export function PassedPlaces({ passed }: { passed: NonNullable<Loop['passed']> }) {
  if (passed.length === 0) return <p class="note">{t('through.passesNone')}</p>
  return (
    <p class="passed">
      {t('through.passes')}{' '}
      {passed.map(({ placeId, name, kind, location }) => (
        <button
          key={placeId}
          type="button"
          class="quiet place-on-line"
          onClick={() => (mapCommand.value = { kind: 'fly', lon: location[0], lat: location[1], zoom: 15 })}
        >
          {name ?? t('unnamed')} ({tCode('kind', kind)})
        </button>
      ))}
    </p>
  )
}
