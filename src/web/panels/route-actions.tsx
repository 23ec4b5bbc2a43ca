// What one does with a route that is found: saved, as a GPX, as a link, on paper. Always in sight below the panel.

import { useSignal } from '@preact/signals'
import type { FileFormat } from '../documents/generated/graphql.ts'
import { askLineFile, type LineFile } from '../files/line-file.ts'
import { fileName } from '../files/save-file.ts'
import { toHash } from '../plan/plan-hash.ts'
import { keepTours, withTour } from '../plan/tours.ts'
import { savedTours } from '../state/saved-tours.ts'
import { shownRoute } from '../state/route-session.ts'
import { t } from '../i18n/t.ts'
import { spoken } from '../i18n/speech.ts'
import { announce, lines, plan } from '../plan/session.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import { tourName, waypointName } from '../state/waypoint-names.ts'
import { DownloadNotes, FileDownload, useDownload } from './file-download.tsx'
import { type Printed, PrintButton } from './print-button.tsx'
import { ShareButton } from './share-bar.tsx'

export function RouteActions() {
  const saved = useSignal<string | null>(null)
  const line = lines.route.value
  const gpx = useDownload(line, routeFileName(), fileOfRoute)
  if (line === null || shownRoute.value === null) return null
  const save = () => {
    const name = routeName()
    const next = withTour(savedTours.peek(), { name, plan: toHash({ plan: plan.peek(), camera: null }) })
    savedTours.value = next
    saved.value = keepTours(next) ? t('tours.saved', { name }) : t('tours.notKept')
    announce(saved.peek()!)
  }
  return (
    <div class="actions" role="group" aria-label={t('route.found')}>
      <DownloadNotes download={gpx} />
      {saved.value !== null && <p class="hint said">{saved.value}</p>}
      <div class="row">
        <button type="button" onClick={save}>
          {t('tours.save')}
        </button>
        <button
          type="button"
          aria-label={t('download.run', { format: 'GPX' })}
          title={t('download.run', { format: 'GPX' })}
          disabled={gpx.isBusy}
          onClick={() => gpx.run('GPX')}
        >
          GPX
        </button>
        <ShareButton />
        <PrintButton make={printedRoute} />
      </div>
    </div>
  )
}

/** Files of other kinds; and in a GPX the directions, which many devices take for a second route. */
export function RouteFiles() {
  const withCues = useSignal(false)
  return (
    <FileDownload
      of={lines.route.value}
      name={routeFileName()}
      make={(format, stop) => fileOfRoute(format, stop, withCues.peek())}
    >
      <label class="check">
        <input
          type="checkbox"
          checked={withCues.value}
          onChange={(event) => (withCues.value = event.currentTarget.checked)}
        />
        {t('download.cues')}
      </label>
    </FileDownload>
  )
}

/** Of the line that is shown, with its waypoints: the route is not computed again for it. */
function fileOfRoute(format: FileFormat, stop: AbortSignal, withCues = false): Promise<LineFile> {
  const found = shownRoute.peek()!
  const marks = {
    name: routeName(),
    mode: found.settings.mode,
    waypoints: found.snaps.map(({ waypoint, location }) => ({ at: location, name: nameOf(waypoint) })),
  }
  const cues = found.maneuvers.map(({ location, instruction, type }) => ({
    at: location,
    instruction: spoken(instruction).text,
    maneuver: type,
  }))
  return askLineFile(lines.route.peek()!, withCues ? { ...marks, cues } : marks, format, stop)
}

const routeName = (): string => tourName(plan.value) || t('route.found')
const routeFileName = (): string => fileName(tourName(plan.value), 'waypost-route')

function printedRoute(): Printed {
  const found = shownRoute.peek()!
  const { waypoints } = plan.peek()
  return {
    title: waypoints.length < 2 ? t('route.found') : `${nameOf(0)} – ${nameOf(waypoints.length - 1)}`,
    facts: { ...found, line: lines.route.peek()! },
    marks: found.snaps.map(({ waypoint, location }) => {
      const point = waypoints[waypoint]
      return {
        at: location,
        label: waypointLabel(waypoint),
        name: point === undefined ? null : waypointName(point),
      }
    }),
    directions: found.maneuvers,
  }
}

/** As the list of waypoints calls it, else by its sign. */
function nameOf(waypoint: number): string {
  const point = plan.value.waypoints[waypoint]
  return (point === undefined ? null : waypointName(point)) ?? waypointLabel(waypoint)
}
