// Pins where the plan has them: the waypoints of a route, or the start of a loop.

import { effect } from '@preact/signals'
import type { Map as LibreMap } from 'maplibre-gl'
import { language } from '../i18n/preferences.ts'
import type { LonLat } from '../../geo/lon-lat.ts'
import { type Mode, type Plan, isTrail, roundPoint, withMovedWaypoint, withoutWaypoint } from '../plan/plan.ts'
import { changePlan, plan } from '../plan/session.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import type { WordKey } from '../i18n/speech.ts'
import { say } from '../i18n/words.ts'
import { WaypointPins } from './waypoint-pins.ts'

export function followPins(map: LibreMap): void {
  const waypoints = new WaypointPins(map, {
    onMove: (index, point) => changePlan((old) => withMovedWaypoint(old, index, point)),
    onRemove: (index) => changePlan((old) => withoutWaypoint(old, index)),
  })
  const start = new WaypointPins(map, {
    onMove: (_index, point) => changePlan((old) => withStart(old, roundPoint(point))),
    onRemove: null,
  })
  effect(() => {
    const { mode, waypoints: points } = plan.value
    const startPoint = startOf(plan.value)
    const now = language.value
    waypoints.show(
      mode !== 'route'
        ? []
        : points.flatMap((point, i) => {
            if (isTrail(point)) return []
            const label = waypointLabel(i)
            return {
              point,
              waypoint: i,
              label,
              title: say(now, 'pin.title', { label }),
              role: i === 0 ? 'start' : i === points.length - 1 ? 'end' : 'via',
            }
          }),
    )
    start.show(
      startPoint === null
        ? []
        : [{ point: startPoint, waypoint: 0, label: 'A', title: say(now, START_WORDS[mode]!), role: 'start' }],
    )
  })
}

const START_WORDS: Partial<Record<Mode, WordKey>> = { loop: 'pin.start', reach: 'pin.reach' }

/** The one point of a round trip or of what is within reach. */
function startOf({ mode, loop, reach }: Plan): LonLat | null {
  return mode === 'loop' ? loop.start : mode === 'reach' ? reach.from : null
}

function withStart(plan: Plan, point: LonLat): Plan {
  return plan.mode === 'reach'
    ? { ...plan, reach: { ...plan.reach, from: point } }
    : { ...plan, loop: { ...plan.loop, start: point } }
}
