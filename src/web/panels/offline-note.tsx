// What stands over every panel while there is no connection: what the page can do now, what not, and the tours that are
// kept. A tour that comes from this device says so, and since when.

import { effect } from '@preact/signals'
import { dateTimeText } from '../i18n/format.ts'
import { language } from '../i18n/preferences.ts'
import { isOffline } from '../offline/connection.ts'
import { countTours, keptTours, shownSince, titleToursBy } from '../offline/kept-answers.ts'
import { keptAreas, readAreas } from '../offline/areas-here.ts'
import { EMPTY_PLAN, isTrail, type Waypoint } from '../plan/plan.ts'
import { fromHash } from '../plan/plan-hash.ts'
import { askRouteAgain, route } from '../state/route-session.ts'
import { t } from '../i18n/t.ts'
import { changePlan, mapCommand, plan } from '../plan/session.ts'
import { tourName, coordinateText } from '../state/waypoint-names.ts'

const LISTED = 12

/** Follows the connection from now on: what is kept is counted, and what was not there is requested again. */
export function followConnection(): void {
  titleToursBy(tourName)
  void countTours()
  void readAreas()
  let wasOffline = false
  effect(() => {
    const isBack = wasOffline && !isOffline.value
    wasOffline = isOffline.value
    if (isBack && (route.answer.peek().state === 'failed' || shownSince.peek() !== null)) askRouteAgain()
  })
}

export function OfflineNote() {
  const { tours } = keptTours.value
  const areas = keptAreas.value.length
  const since = shownSince.value
  if (!isOffline.value) return null
  return (
    <section class="note offline-note" role="status" aria-label={t('offline.label')}>
      <h2>{t('offline.title')}</h2>
      {since !== null && <p>{t('offline.since', { date: dateTimeText(language.value, since) })}</p>}
      <p>
        {t('offline.can', {
          tours: tours.length === 0 ? t('offline.withoutTours') : t('offline.withTours', { count: tours.length }),
          areas: areas === 0 ? t('offline.withoutAreas') : t('offline.withAreas', { count: areas }),
        })}
      </p>
      <p>{t('offline.cannot')}</p>
      {tours.length > 0 && (
        <details open={since === null && plan.value.waypoints.length > 0}>
          <summary>{t('offline.tours', { count: tours.length })}</summary>
          <ul class="list">
            {tours.slice(0, LISTED).map((tour) => (
              <li key={tour.plan}>
                <button type="button" class="quiet" onClick={() => open(tour.plan)}>
                  {tour.title === '' ? labelOf(tour.plan) : tour.title}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function labelOf(hash: string): string {
  const { plan: kept } = fromHash(hash)
  const name = tourName(kept)
  if (name !== '') return name
  const ends = kept.mode === 'loop' ? [kept.loop.start] : [kept.waypoints[0], kept.waypoints.at(-1)]
  return ends.map((point) => (point == null ? '' : labelOfPoint(point))).join(' – ')
}

function labelOfPoint(point: Waypoint): string {
  return isTrail(point) ? t('follow.number', { number: String(point.trail) }) : coordinateText(point)
}

function open(hash: string): void {
  changePlan({ ...EMPTY_PLAN, ...fromHash(hash).plan })
  mapCommand.value = { kind: 'shown' }
}
