// Pins of the waypoints: dragged with a finger or mouse, moved with the arrow keys, taken out with Delete. The plan
// decides where they are; a pin only asks for a change.

import { type Map as LibreMap, Marker } from 'maplibre-gl'
import type { LonLat } from '../../geo/lon-lat.ts'

export interface Pin {
  point: LonLat
  /** its number in the plan */
  waypoint: number
  /** shown in it: A, 1, 2 ... B */
  label: string
  /** said by screen readers */
  title: string
  role: 'start' | 'via' | 'end'
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

export class WaypointPins {
  #map: LibreMap
  #actions: PinActions
  #markers: Marker[] = []
  #pins: readonly Pin[] = []

  constructor(map: LibreMap, actions: PinActions) {
    this.#map = map
    this.#actions = actions
  }

  show(pins: readonly Pin[]): void {
    this.#pins = pins
    while (this.#markers.length > pins.length) this.#markers.pop()!.remove()
    pins.forEach((pin, i) => {
      const marker = this.#markers[i] ?? (this.#markers[i] = this.#create(i, pin.point))
      marker.setLngLat([pin.point[0], pin.point[1]])
      const element = marker.getElement()
      element.className = element.className.replace(/ ?pin-\w+/g, '') + ` pin-${pin.role}`
      element.querySelector('span')!.textContent = pin.label
      element.setAttribute('aria-label', pin.title)
      element.title = pin.title
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
      if (step !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        const at = this.#map.project(marker.getLngLat())
        marker.setLngLat(this.#map.unproject([at.x + step[0], at.y + step[1]]))
        clearTimeout(timer)
        timer = setTimeout(tell, REST_MS)
      } else if ((event.key === 'Delete' || event.key === 'Backspace') && this.#actions.onRemove !== null) {
        event.preventDefault()
        this.#actions.onRemove(this.#pins[index].waypoint)
      }
    })
    return marker
  }
}
