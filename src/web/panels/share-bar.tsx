// Taking the plan along: its address, and the route as a file.

import { useSignal } from '@preact/signals'
import type { Profile } from '../documents/generated/graphql.ts'
import { askLineFile } from '../files/line-file.ts'
import { shownRoute } from '../state/route-session.ts'
import { t } from '../i18n/t.ts'
import { serviceMessage } from '../state/service-message.ts'
import { announce, lines, plan } from '../plan/session.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import { waypointName } from '../state/waypoint-names.ts'
import { FileDownload } from './file-download.tsx'
import { type Printed, PrintButton } from './print-button.tsx'

export function ShareBar() {
  return (
    <>
      <div class="row">
        <ShareButton />
        <PrintButton make={printedRoute} />
      </div>
      <RouteDownload />
    </>
  )
}

export function ShareButton() {
  const said = useSignal<string | null>(null)
  const share = async () => {
    const done = await navigator.clipboard.writeText(location.href).then(
      () => t('share.done'),
      () => t('share.failed', { address: location.href }),
    )
    said.value = done
    announce(done)
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        {t('share.copy')}
      </button>
      {said.value !== null && <span class="hint said">{said.value}</span>}
    </>
  )
}

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

/** Of the line that is shown, with its waypoints and instructions: the route is not computed again for it. */
function RouteDownload() {
  const line = lines.route.value
  const found = shownRoute.value
  if (line === null || found === null) return null
  const marks = {
    name: t('route.found'),
    profile: found.settings.profile as Profile,
    waypoints: found.snaps.map(({ waypoint, location }) => ({ at: location, name: nameOf(waypoint) })),
    cues: found.maneuvers.map(({ location, instruction, type }) => ({
      at: location,
      instruction: serviceMessage(instruction).text,
      maneuver: type,
    })),
  }
  return <FileDownload of={line} name="waypost-route" make={(format, stop) => askLineFile(line, marks, format, stop)} />
}
