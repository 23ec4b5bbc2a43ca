// Pins where the plan has them: the waypoints of a route, or the start of a loop.

import { effect } from '@preact/signals'
import { type Map as LibreMap, Marker } from 'maplibre-gl'
import type { LonLat } from '../../geo/lon-lat.ts'
import { language } from '../i18n/preferences.ts'
import { type Mode, type Plan, isTrail, roundPoint, withMovedWaypoint, withoutWaypoint } from '../plan/plan.ts'
import { changePlan, plan } from '../plan/session.ts'
import { shownRoute } from '../state/route-session.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import { type PlainKey, say } from '../i18n/words.ts'

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
            // a trail has its pin where the route joins it
            const joins = shownRoute.value?.snaps.find(({ waypoint }) => waypoint === i)?.location
            if (isTrail(point) && joins === undefined) return []
            const label = waypointLabel(i)
            return {
              point: isTrail(point) ? roundPoint([joins![0], joins![1]]) : point,
              isFixed: isTrail(point),
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

const START_WORDS: Partial<Record<Mode, PlainKey>> = { loop: 'pin.start', reach: 'pin.reach' }

/** The one point of a round trip or of what is within reach. */
function startOf({ mode, loop, reach }: Plan): LonLat | null {
  return mode === 'loop' ? loop.start : mode === 'reach' ? reach.from : null
}

function withStart(plan: Plan, point: LonLat): Plan {
  return plan.mode === 'reach'
    ? { ...plan, reach: { ...plan.reach, from: point } }
    : { ...plan, loop: { ...plan.loop, start: point } }
}

export interface Pin {
  point: LonLat
  /** its number in the plan */
  waypoint: number
  /** shown in it: A, 1, 2 ... B */
  label: string
  /** said by screen readers */
  title: string
  role: 'start' | 'via' | 'end'
  /** of a trail, which lies where it lies */
  isFixed?: boolean
}

export interface PinActions {
  onMove(index: number, point: LonLat): void
  /** null: pins cannot be taken out */
  onRemove: ((index: number) => void) | null
}

const STEP_PX: Record<string, [number, number]> = {
  ArrowLeft: [-10, 0],
  ArrowRight: [10, 0],
  ArrowUp: [0, -10],
  ArrowDown: [0, 10],
}
/** The route is requested when the keys rest. */
const REST_MS = 450

/**
 * Pins of the waypoints: dragged with a finger or mouse, moved with the arrow keys, taken out with Delete. The plan
 * decides where they are; a pin only asks for a change.
 */
class WaypointPins {
  #map: LibreMap
  #actions: PinActions
  #markers: Marker[] = []
  #pins: readonly Pin[] = []
  /** Those that keys have moved and that the plan has yet to hear of. */
  readonly #moved = new Set<number>()

  constructor(map: LibreMap, actions: PinActions) {
    this.#map = map
    this.#actions = actions
  }

  show(pins: readonly Pin[]): void {
    const before = this.#pins
    this.#pins = pins
    while (this.#markers.length > pins.length) {
      this.#markers.pop()!.remove()
      this.#moved.delete(this.#markers.length)
    }
    pins.forEach((pin, i) => {
      const marker = this.#markers[i] ?? (this.#markers[i] = this.#create(i, pin.point))
      const [lon, lat] = pin.point
      const isWhereItWas = before[i]?.point[0] === lon && before[i]?.point[1] === lat
      // an answer that comes while keys move a pin does not put it back
      if (!isWhereItWas || !this.#moved.has(i)) {
        this.#moved.delete(i)
        marker.setLngLat([lon, lat])
      }
      const element = marker.getElement()
      element.className = element.className.replace(/ ?pin-\w+/g, '') + ` pin-${pin.role}`
      element.querySelector('span')!.textContent = pin.label
      element.setAttribute('aria-label', pin.title)
      element.title = pin.title
      marker.setDraggable(pin.isFixed !== true)
    })
  }

  #create(index: number, point: LonLat): Marker {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = 'pin'
    element.append(document.createElement('span'))
    const marker = new Marker({ element, draggable: true, anchor: 'bottom' })
      .setLngLat([point[0], point[1]])
      .addTo(this.#map)
    const tell = () => {
      const { lng, lat } = marker.getLngLat()
      this.#actions.onMove(this.#pins[index].waypoint, [lng, lat])
    }
    marker.on('dragend', tell)
    element.addEventListener('click', (event) => event.stopPropagation()) // no new waypoint under a pin
    let timer: ReturnType<typeof setTimeout> | undefined
    element.addEventListener('keydown', (event) => {
      const step = STEP_PX[event.key]
      if (step !== undefined && this.#pins[index].isFixed !== true) {
        event.preventDefault()
        event.stopPropagation()
        const at = this.#map.project(marker.getLngLat())
        marker.setLngLat(this.#map.unproject([at.x + step[0], at.y + step[1]]))
        clearTimeout(timer)
        this.#moved.add(index)
        timer = setTimeout(() => this.#moved.delete(index) && tell(), REST_MS)
      } else if ((event.key === 'Delete' || event.key === 'Backspace') && this.#actions.onRemove !== null) {
        event.preventDefault()
        this.#actions.onRemove(this.#pins[index].waypoint)
      }
    })
    return marker
  }
}
