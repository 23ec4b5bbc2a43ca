// Pictures as large as they may be, and as large as what 2 credits buy.

import type { Region } from '../fuzz/region.ts'
import type { Attack } from './attack.ts'
import { PICTURE_CPU_MS, SMALL_PICTURE_CPU_MS } from './bars.ts'
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

export const PICTURE_ATTACKS: readonly Attack[] = [
  {
    name: 'a picture of 2 megapixels',
    cpuBarMs: SMALL_PICTURE_CPU_MS,
    make: (random, region) => address(random, region, 1448, 1),
  },
  {
    name: 'a picture of 16.8 megapixels',
    cpuBarMs: PICTURE_CPU_MS,
    make: (random, region) => address(random, region, 2048, 2),
  },
]
