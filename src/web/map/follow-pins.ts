// Pins where the plan has them: the waypoints of a route, or the start of a loop.

import { effect } from '@preact/signals'
import type { Map as LibreMap } from 'maplibre-gl'
import { language } from '../look.ts'
import { roundPoint, withMovedWaypoint, withoutWaypoint } from '../plan.ts'
import { changePlan, plan } from '../session.ts'
import { waypointLabel } from '../waypoint-label.ts'
import { say } from '../words/words.ts'
import { WaypointPins } from './waypoint-pins.ts'

export function followPins(map: LibreMap): void {
  const waypoints = new WaypointPins(map, {
    onMove: (index, point) => changePlan((old) => withMovedWaypoint(old, index, point)),
    onRemove: (index) => changePlan((old) => withoutWaypoint(old, index)),
  })
  const start = new WaypointPins(map, {
    onMove: (_index, point) => changePlan((old) => ({ ...old, loop: { ...old.loop, start: roundPoint(point) } })),
    onRemove: null,
  })
  effect(() => {
    const { mode, waypoints: points, loop } = plan.value
    const now = language.value
    waypoints.show(
      mode !== 'route'
        ? []
        : points.map((point, i) => {
            const label = waypointLabel(i)
            return {
              point,
              label,
              title: say(now, 'pin.title', { label }),
              role: i === 0 ? 'start' : i === points.length - 1 ? 'end' : 'via',
            }
          }),
    )
    start.show(
      mode !== 'loop' || loop.start === null
        ? []
        : [{ point: loop.start, label: 'A', title: say(now, 'pin.start'), role: 'start' }],
    )
  })
}
