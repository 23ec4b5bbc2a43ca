// A waypoint is put into the line where one drags it: with the mouse at once, with a finger after a short rest, so that
// the map can still be moved. A finger that rests elsewhere opens the menu.

import { Marker } from 'maplibre-gl'
import type { LngLat, Map as LibreMap, MapMouseEvent, MapTouchEvent, Point } from 'maplibre-gl'
import { announce, changePlan, hoverM, plan, shown } from '../session.ts'
import { legAt } from '../leg-at.ts'
import { nearestOnLine } from '../shown-line.ts'
import { withWaypoint } from '../plan.ts'
import { route } from '../route-session.ts'
import { t } from '../say.ts'
import { valueOf } from '../loaded.ts'
import { metresPerPx } from './follow-lines.ts'
import { openMenu } from './open-menu.ts'

const REACH_PX = 10
const FINGER_REACH_PX = 16
const REST_MS = 400
/** Less is a click. */
const MOVED_PX = 5

interface Grip {
  leg: number
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
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(map: LibreMap) {
    this.#map = map
    const element = document.createElement('div')
    element.className = 'ghost'
    this.#ghost = new Marker({ element })
    map.on('mousedown', (event) => this.#press(event))
    map.on('mousemove', (event) => this.#move(event.point, event.lngLat))
    // also outside the map
    addEventListener('mouseup', () => this.#drop())
    map.on('touchstart', (event) => this.#rested(event))
    map.on('touchmove', (event) => {
      if (this.#grip === null) clearTimeout(this.#rest)
      else {
        event.preventDefault()
        this.#move(event.point, event.lngLat)
      }
    })
    map.on('touchend', () => this.#release())
    map.on('touchcancel', () => this.#letGo())
    map.on('contextmenu', (event) => {
      event.preventDefault()
      if (this.#grip === null) openMenu(map, event.point, event.lngLat)
    })
  }

  /** The leg of the route under a place; null: none. */
  #legUnder(lngLat: LngLat, reachPx: number): number | null {
    const line = shown.peek()
    const found = valueOf(route.answer.peek())
    if (line === null || found === null || plan.peek().mode !== 'route') return null
    const near = nearestOnLine(line, lngLat.lng, lngLat.lat)
    if (near === null || near.distanceM / metresPerPx(this.#map, lngLat.lat) > reachPx) return null
    return legAt(found.legs, near.atM)
  }

  #press(event: MapMouseEvent): void {
    const { originalEvent, lngLat, point } = event
    if (originalEvent.button !== 0 || isPin(originalEvent)) return
    const leg = this.#legUnder(lngLat, REACH_PX)
    if (leg === null) return
    event.preventDefault()
    this.#grip = { leg, start: point, isMoved: false }
  }

  #rested({ originalEvent, lngLat, point, points }: MapTouchEvent): void {
    clearTimeout(this.#rest)
    if (points.length !== 1 || isPin(originalEvent)) return this.#letGo()
    this.#rest = setTimeout(() => {
      const leg = this.#legUnder(lngLat, FINGER_REACH_PX)
      if (leg === null) return openMenu(this.#map, point, lngLat)
      this.#map.dragPan.disable()
      this.#grip = { leg, start: point, isMoved: false }
      this.#ghost.setLngLat(lngLat).addTo(this.#map)
      navigator.vibrate?.(15)
    }, REST_MS)
  }

  #move(point: Point, lngLat: LngLat): void {
    if (this.#grip === null) return
    if (!this.#grip.isMoved && point.dist(this.#grip.start) < MOVED_PX) return
    this.#grip.isMoved = true
    hoverM.value = null
    this.#ghost.setLngLat(lngLat).addTo(this.#map)
  }

  /** A finger that rested on the line without moving it wants the menu. */
  #release(): void {
    clearTimeout(this.#rest)
    const grip = this.#grip
    if (grip !== null && !grip.isMoved) openMenu(this.#map, grip.start, this.#ghost.getLngLat())
    this.#drop()
  }

  #drop(): void {
    const grip = this.#grip
    this.#letGo()
    if (grip === null || !grip.isMoved) return
    const { lng, lat } = this.#ghost.getLngLat()
    changePlan((old) => withWaypoint(old, grip.leg + 1, [lng, lat]))
    announce(t('waypoints.inserted'))
  }

  #letGo(): void {
    clearTimeout(this.#rest)
    if (this.#grip === null) return
    this.#grip = null
    this.#ghost.remove()
    this.#map.dragPan.enable()
  }
}

function isPin({ target }: Event): boolean {
  return target instanceof Element && target.closest('.pin') !== null
}
