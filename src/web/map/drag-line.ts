// A waypoint is put into the line where one drags it: with the mouse at once, with a finger after a short rest, so that
// the map can still be moved. A finger that rests elsewhere opens the menu.

import { FingerRest } from './finger-rest.ts'
import {
  type LngLat,
  type Map as LibreMap,
  type MapMouseEvent,
  type MapTouchEvent,
  Marker,
  type Point,
} from 'maplibre-gl'
import { announce, changePlan, hoverM } from '../plan/session.ts'
import { withWaypoint } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { FINGER_REACH_PX, REACH_PX, lineUnder } from './line-under.ts'
import { openMenu } from './map-click.ts'

/** Less is a click. */
const MOVED_PX = 5

interface Grip {
  /** the place of the new waypoint among the others */
  index: number
  start: Point
  isMoved: boolean
}

export function followLineDrag(map: LibreMap): void {
  new LineDrag(map)
}

class LineDrag {
  #map: LibreMap
  #grip: Grip | null = null
  #ghost: Marker
  #rest = new FingerRest()

  constructor(map: LibreMap) {
    this.#map = map
    const element = document.createElement('div')
    element.className = 'ghost'
    this.#ghost = new Marker({ element })
    map.on('mousedown', (event) => this.#press(event))
    map.on('mousemove', (event) => this.#move(event.point, event.lngLat))
    // also outside the map
    addEventListener('mouseup', () => this.#drop())
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.#letGo())
    map.on('touchstart', (event) => this.#rested(event))
    map.on('touchmove', (event) => {
      if (this.#grip === null) this.#rest.stop()
      else {
        event.preventDefault()
        this.#move(event.point, event.lngLat)
      }
    })
    map.on('touchend', (event) => this.#release(event))
    map.on('touchcancel', () => this.#letGo())
    map.on('contextmenu', (event) => {
      event.preventDefault()
      if (!this.#rest.hasActed) openMenu(map, event.point, event.lngLat)
    })
  }

  #press(event: MapMouseEvent): void {
    const { originalEvent, lngLat, point } = event
    this.#rest.forget()
    if (originalEvent.button !== 0 || isPin(originalEvent)) return
    const index = lineUnder(this.#map, lngLat, REACH_PX)?.index ?? null
    if (index === null) return
    event.preventDefault()
    this.#grip = { index, start: point, isMoved: false }
  }

  #rested({ originalEvent, lngLat, point, points }: MapTouchEvent): void {
    if (points.length !== 1 || isPin(originalEvent)) return this.#letGo()
    this.#rest.begin(() => {
      const index = lineUnder(this.#map, lngLat, FINGER_REACH_PX)?.index ?? null
      if (index === null) return openMenu(this.#map, point, lngLat)
      this.#map.dragPan.disable()
      this.#grip = { index, start: point, isMoved: false }
      this.#ghost.setLngLat(lngLat).addTo(this.#map)
      navigator.vibrate?.(15)
    })
  }

  #move(point: Point, lngLat: LngLat): void {
    if (this.#grip === null) return
    if (!this.#grip.isMoved && point.dist(this.#grip.start) < MOVED_PX) return
    this.#grip.isMoved = true
    hoverM.value = null
    this.#ghost.setLngLat(lngLat).addTo(this.#map)
  }

  /** A finger that rested on the line without moving it wants the menu. */
  #release({ originalEvent }: MapTouchEvent): void {
    this.#rest.stop()
    if (this.#rest.hasActed && originalEvent.cancelable) originalEvent.preventDefault()
    const grip = this.#grip
    if (grip !== null && !grip.isMoved) openMenu(this.#map, grip.start, this.#ghost.getLngLat())
    this.#drop()
  }

  #drop(): void {
    const grip = this.#grip
    this.#letGo()
    if (grip === null || !grip.isMoved) return
    const { lng, lat } = this.#ghost.getLngLat()
    changePlan((old) => withWaypoint(old, grip.index, [lng, lat]))
    announce(t('waypoints.inserted'))
  }

  #letGo(): void {
    this.#rest.stop()
    if (this.#grip === null) return
    this.#grip = null
    this.#ghost.remove()
    this.#map.dragPan.enable()
  }
}

function isPin({ target }: Event): boolean {
  return target instanceof Element && target.closest('.pin') !== null
}
