// Tours that the visitor saved in this browser: opened, renamed by saving again, taken out, and all of them as a file.

import { useSignal } from '@preact/signals'
import { EMPTY_PLAN, toRouteInput } from '../plan/plan.ts'
import { fromHash, toHash } from '../plan/plan-hash.ts'
import { saveFile } from '../files/save-file.ts'
import { savedTours } from '../state/saved-tours.ts'
import { t } from '../i18n/t.ts'
import { announce, changePlan, mapCommand, plan } from '../plan/session.ts'
import { tourName } from '../state/waypoint-names.ts'
import {
  MAX_FILE_BYTES,
  MAX_NAME_LETTERS,
  type Tour,
  keepTours,
  readTours,
  withTour,
  withTours,
  writeTours,
} from '../plan/tours.ts'
import { Name } from './name.tsx'

export function ToursSection() {
  const name = useSignal<string | null>(null)
  const fault = useSignal<string | null>(null)
  const set = (next: readonly Tour[], said: string) => {
    savedTours.value = next
    fault.value = keepTours(next) ? null : t('tours.notKept')
    announce(said)
  }
  const { mode, loop } = plan.value
  const isEmpty = mode === 'loop' ? loop.start === null : toRouteInput(plan.value) === null
  const shownName = name.value ?? tourName(plan.value)
  const save = (event: Event) => {
    event.preventDefault()
    set(
      withTour(savedTours.peek(), { name: shownName, plan: toHash({ plan: plan.peek(), camera: null }) }),
      t('tours.saved', { name: shownName }),
    )
    name.value = null
  }
  const takeIn = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    input.value = ''
    if (file === undefined) return
    const added = file.size > MAX_FILE_BYTES ? null : readTours(await file.text().catch(() => ''))
    if (added === null) return void (fault.value = t('tours.badFile'))
    const next = withTours(savedTours.peek(), added)
    set(next, t('tours.takenIn', { count: next.length - savedTours.peek().length }))
  }
  return (
    <>
      <form class="row" onSubmit={save}>
        <input
          type="text"
          aria-label={t('tours.name')}
          maxLength={MAX_NAME_LETTERS}
          value={shownName}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <button type="submit" disabled={isEmpty || shownName.trim() === ''}>
          {t('tours.save')}
        </button>
      </form>
      <ul class="list">
        {savedTours.value.map((tour) => (
          <li key={tour.name}>
            <button type="button" class="quiet" onClick={() => openTour(tour)}>
              <Name of={tour.name} />
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={t('tours.remove', { name: tour.name })}
              title={t('tours.remove', { name: tour.name })}
              onClick={() =>
                set(
                  savedTours.peek().filter((one) => one !== tour),
                  t('tours.removed', { name: tour.name }),
                )
              }
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {fault.value !== null && (
        <p class="note note-bad" role="alert">
          {fault.value}
        </p>
      )}
      <div class="row">
        <button
          type="button"
          disabled={savedTours.value.length === 0}
          onClick={() => saveFile('waypost-tours.json', writeTours(savedTours.peek()), 'application/json')}
        >
          {t('tours.export')}
        </button>
        <label class="button file-button">
          {t('tours.import')}
          <input type="file" accept=".json,application/json" onChange={(event) => void takeIn(event.currentTarget)} />
        </label>
      </div>
      <p class="hint">{t('tours.about')}</p>
    </>
  )
}

function openTour(tour: Tour): void {
  changePlan({ ...EMPTY_PLAN, ...fromHash(tour.plan).plan })
  mapCommand.value = { kind: 'shown' }
  announce(t('tours.opened', { name: tour.name }))
}
