// Keeps what is requested in sight: lines and boxes are fitted into the part of the map that nothing lies over, and
// fitted again when chart, legend or panel change its size, until the visitor moves the map.

import { effect, untracked } from '@preact/signals'
import { LngLat, type Map as LibreMap } from 'maplibre-gl'
import { type PixelBox, freePart } from '../line/free-part.ts'
import { pointsOf } from '../plan/plan.ts'
import { mapCommand, openedWith, plan, shown } from '../plan/session.ts'
import { boxOf } from '../line/shown-line.ts'
import { boxOnMap } from '../line/run-on.ts'

type LonLatBox = [minLon: number, minLat: number, maxLon: number, maxLat: number]

/** What is to be in sight; `shown`: the line, or the waypoints until it is there. */
export type FitTarget = { kind: 'box'; box: LonLatBox } | { kind: 'shown' }

/** What may lie over the map. The scale's length changes with the zoom, so it has a fixed size of its own. */
const OVER_MAP =
  '.map-legend, .here-card, .shade-card, .map-note, .map-sources, .map-buttons, .maplibregl-ctrl-group, .side'
const SCALE_PX = { width: 150, height: 36 }
/** Room around a line for its own width, and above it for pins. */
const MARGIN_PX = { top: 46, bottom: 14, left: 22, right: 22 }
/** Nothing is fitted into less. */
const LEAST_PX = 60
const MAX_ZOOM = 15.5

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Follows `mapCommand` and the line from now on. `target`: null where the address says what the map shows. */
export function followFit(map: LibreMap, target: FitTarget | null): void {
  const fit = new Fit(map, target)
  fit.apply(false)
  effect(() => {
    const command = mapCommand.value
    if (command === null) return
    if (command.kind === 'fly') fit.fly(command)
    else fit.ask(command.kind === 'fit' ? { kind: 'box', box: command.box } : { kind: 'shown' })
  })
  let hadLine = false
  let lastMode = plan.peek().mode
  effect(() => {
    const line = shown.value
    const { mode, waypoints } = plan.value
    if (mode !== lastMode) fit.forget()
    lastMode = mode
    // a first line that was clicked together is moved into sight; later ones stay where the visitor works, and those of
    // an address where it says
    const isFirst = line !== null && !hadLine && mode === 'route' && waypoints !== openedWith.waypoints
    untracked(() => (isFirst ? fit.showFirst() : fit.apply()))
    hadLine = line !== null
  })
}

class Fit {
  #map: LibreMap
  #target: FitTarget | null
  #frame = 0

  constructor(map: LibreMap, target: FitTarget | null) {
    this.#map = map
    this.#target = target
    map.on('movestart', (event) => {
      // by the visitor, or to where the visitor is
      if (event.originalEvent !== undefined || 'geolocateSource' in event) this.forget()
    })
    map.getCanvasContainer().addEventListener('pointerdown', () => this.forget())
    map.on('resize', () => this.#soon())
    // legend, notes and sources come and go beside the map
    const area = map.getContainer().closest('.app') ?? map.getContainer()
    const sizes = new ResizeObserver(() => this.#soon())
    const watch = () => area.querySelectorAll(OVER_MAP).forEach((one) => sizes.observe(one))
    new MutationObserver(() => {
      watch()
      this.#soon()
    }).observe(map.getContainer().parentElement!, { childList: true })
    watch()
  }

  ask(target: FitTarget): void {
    this.#target = target
    this.apply()
  }

  forget(): void {
    this.#target = null
  }

  /** Puts a place into the middle of the free part. */
  fly({ lon, lat, zoom }: { lon: number; lat: number; zoom: number }): void {
    this.forget()
    const { left, right, top, bottom } = this.#freePart({ width: 1, height: 1 })
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const offset: [number, number] = [(left + right - clientWidth) / 2, (top + bottom - clientHeight) / 2]
    if (stillness.matches) this.#map.easeTo({ center: [lon, lat], zoom, offset, duration: 0 })
    else this.#map.flyTo({ center: [lon, lat], zoom, offset })
  }

  showFirst(): void {
    if (this.#target === null && !this.#isInSight()) this.#target = { kind: 'shown' }
    this.apply()
  }

  apply(animate = !stillness.matches): void {
    const box = this.#box()
    if (box === null) return
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const free = this.#freePart(this.#pixels(box))
    if (free.right - free.left < LEAST_PX || free.bottom - free.top < LEAST_PX) return
    const across = Math.min(1, (free.right - free.left - 8) / (MARGIN_PX.left + MARGIN_PX.right + 8))
    const down = Math.min(1, (free.bottom - free.top - 8) / (MARGIN_PX.top + MARGIN_PX.bottom + 8))
    const padding = {
      left: free.left + MARGIN_PX.left * across,
      right: clientWidth - free.right + MARGIN_PX.right * across,
      top: free.top + MARGIN_PX.top * down,
      bottom: clientHeight - free.bottom + MARGIN_PX.bottom * down,
    }
    this.#map.fitBounds(box, { padding, maxZoom: MAX_ZOOM, animate, bearing: 0, pitch: 0 })
  }

  #soon(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.apply(false))
  }

  #box(): LonLatBox | null {
    const target = this.#target
    if (target === null) return null
    return target.kind === 'box' ? boxOnMap(target.box) : shownBox()
  }

  #isInSight(): boolean {
    const box = shownBox()
    if (box === null) return true
    const free = this.#freePart(this.#pixels(box))
    return [
      [box[0], box[1]],
      [box[2], box[3]],
    ].every(([lon, lat]) => {
      const { x, y } = this.#map.project(new LngLat(lon, lat))
      return x >= free.left && x <= free.right && y >= free.top && y <= free.bottom
    })
  }

  /** Size of a box at the zoom of now. */
  #pixels([minLon, minLat, maxLon, maxLat]: LonLatBox): { width: number; height: number } {
    const one = this.#map.project(new LngLat(minLon, minLat))
    const other = this.#map.project(new LngLat(maxLon, maxLat))
    return { width: Math.abs(other.x - one.x), height: Math.abs(other.y - one.y) }
  }

  #freePart(shape: { width: number; height: number }): PixelBox {
    const container = this.#map.getContainer()
    const { left, top, width, height } = container.getBoundingClientRect()
    const over = [...(container.closest('.app') ?? container).querySelectorAll(OVER_MAP)]
      .map((one) => one.getBoundingClientRect())
      .filter((one) => one.width > 0 && one.height > 0)
      .map((one) => ({
        left: one.left - left,
        top: one.top - top,
        right: one.right - left,
        bottom: one.bottom - top,
      }))
    const scale = container.querySelector('.maplibregl-ctrl-bottom-left')?.getBoundingClientRect()
    if (scale !== undefined) {
      const bottom = scale.bottom - top
      over.push({ left: 0, right: SCALE_PX.width, top: bottom - SCALE_PX.height, bottom })
    }
    return freePart({ left: 0, top: 0, right: width, bottom: height }, over, shape)
  }
}

function shownBox(): LonLatBox | null {
  const line = shown.peek()?.points ?? []
  const { mode, waypoints, loop } = plan.peek()
  // a way may begin beside the place that was chosen, whose pin is to be seen, too
  const pins = mode === 'route' ? pointsOf(waypoints) : mode === 'loop' && loop.start !== null ? [loop.start] : []
  const box = boxOf([...line, ...pins])
  return box === null ? null : boxOnMap(box)
}
