// Pictures as large as they may be, and as large as what 2 credits buy.

import type { Region } from '../fuzz/region.ts'
import type { Attack, SentRequest } from './attack.ts'
import { LARGE_CPU_MS, PICTURE_CPU_MS, SMALL_PICTURE_CPU_MS } from './bars.ts'
import type { Random } from './random.ts'

/** Most of the region, so that the picture is full of it. */
const address = (random: Random, { box: [west, south, east, north] }: Region, size: number, scale: number) => {
  const inset = random.between(0, 100) / 1000
  const sides = [west + (east - west) * inset, south + (north - south) * inset, east, north]
  return {
    method: 'GET',
    path: `/static-map/render?width=${size}&height=${size}&scale=${scale}&contours=true&bbox=${sides.map((side) => side.toFixed(5)).join(',')}`,
  }
}

/** Lines that cross the picture again and again, wide or narrow, as often as is drawn or more often. */
const crossed = (random: Random, { box: [west, south, east, north] }: Region): SentRequest => {
  const count = random.pick([2000, 4000, 19_999])
  const isAcross = random.between(0, 1) === 0
  const line = Array.from({ length: count }, (_, i) => {
    const share = i / count
    const [lon, lat] = isAcross
      ? [i % 2 === 0 ? west : east, south + (north - south) * share]
      : [west + (east - west) * share, i % 2 === 0 ? south : north]
    return [Number(lon.toFixed(6)), Number(lat.toFixed(6))]
  })
  const geometry = random.pick([
    { type: 'LineString', coordinates: line },
    { type: 'Polygon', coordinates: [[...line, line[0]]] },
  ])
  const properties = { 'stroke-width': random.pick([1, 3, 50]), 'fill-opacity': 0.5 }
  return {
    method: 'POST',
    path: '/static-map/render',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ width: 1448, height: 1448, geojson: { type: 'Feature', properties, geometry } }),
  }
}

export const PICTURE_ATTACKS: readonly Attack[] = [
  {
    name: 'a picture of 2 megapixels',
    cpuBarMs: SMALL_PICTURE_CPU_MS,
    make: (random, region) => address(random, region, 1448, 1),
  },
  {
    name: 'a picture of 6.5 megapixels',
    cpuBarMs: PICTURE_CPU_MS,
    make: (random, region) => address(random, region, 1280, 2),
  },
  {
    name: 'a picture of 2 megapixels that lines cross thousands of times',
    // its own and that of the lines
    cpuBarMs: LARGE_CPU_MS,
    make: crossed,
  },
]
