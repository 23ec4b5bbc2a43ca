// Draws the line in the page itself until the map has drawn its own: the map's worker and first picture take far longer
// than the route, above all without a GPU. Sets the performance mark `line-seen` once it is on the screen.

import { effect } from '@preact/signals'
import type { Map as LibreMap } from 'maplibre-gl'
import { lineFeatures, type LineFeature } from './line-features.ts'
import { lineOnMap } from '../line/run-on.ts'
import { plan, shown } from '../plan/session.ts'
import { ASSUMED_DASH, LINE_WIDTHS, UNKNOWN_DASH, type LineWidth } from './own-layers.ts'
import { afterPaint } from './paint-first.ts'

const SVG = 'http://www.w3.org/2000/svg'

export interface EarlyLine {
  /** settles when a first line is on the screen */
  seen: Promise<void>
  /** the map's own is there */
  remove(): void
}

export function drawEarly(map: LibreMap): EarlyLine {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'early-line')
  svg.setAttribute('aria-hidden', 'true')
  map.getCanvas().after(svg)
  const seen = Promise.withResolvers<void>()
  let features: LineFeature[] = []
  const draw = () => svg.replaceChildren(...pathsOf(map, features))
  let isSeen = false
  const stop = effect(() => {
    const line = shown.value
    features = line === null ? [] : lineFeatures(line, plan.value.colouring).map(lineOnMap)
    draw()
    if (line === null || isSeen) return
    isSeen = true
    afterPaint(() => {
      performance.mark('line-seen')
      seen.resolve()
    })
  })
  map.on('move', draw)
  return {
    seen: seen.promise,
    remove() {
      stop()
      map.off('move', draw)
      svg.remove()
    },
  }
}

/** As the layers of the map draw it. */
function pathsOf(map: LibreMap, features: readonly LineFeature[]): SVGPathElement[] {
  const zoom = map.getZoom()
  const put = (of: LineFeature, colour: string, width: LineWidth, dash: readonly number[] = [], cap = 'round') => {
    const path = document.createElementNS(SVG, 'path')
    const widthPx = widthAt(zoom, width)
    for (const [name, value] of Object.entries({
      d: pathOf(map, of.geometry.coordinates),
      stroke: colour,
      'stroke-width': String(widthPx),
      'stroke-linecap': cap,
      'stroke-dasharray': dash.map((length) => length * widthPx).join(' '),
    }))
      path.setAttribute(name, value)
    return path
  }
  return [
    ...features.map((one) => put(one, '#ffffff', 'casing')),
    ...features.map((one) =>
      one.properties.known
        ? put(one, one.properties.colour, 'line')
        : put(one, one.properties.colour, 'line', UNKNOWN_DASH, 'butt'),
    ),
    ...features.filter((one) => one.properties.assumed).map((one) => put(one, '#ffffff', 'dots', ASSUMED_DASH)),
  ]
}

function pathOf(map: LibreMap, parts: readonly [number, number][][]): string {
  return parts
    .map((part) =>
      part
        .map((place, i) => {
          const { x, y } = map.project(place)
          return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
        })
        .join(''),
    )
    .join('')
}

/** Pixels, as the layers of the map have it. */
export function widthAt(zoom: number, width: LineWidth): number {
  const [far, near] = LINE_WIDTHS
  const share = Math.min(1, Math.max(0, (zoom - far.zoom) / (near.zoom - far.zoom)))
  return far[width] + (near[width] - far[width]) * share
}
