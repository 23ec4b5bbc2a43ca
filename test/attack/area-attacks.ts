// Areas to avoid, written so that an index of their sides is of no use: all of them in one place of a large box, or
// long and side by side.

import type { Region } from '../fuzz/region.ts'
import type { Attack, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

type Ring = [number, number][]
const polygon = (ring: Ring): object => ({
  type: 'Polygon',
  coordinates: [ring.map(([lon, lat]) => [Number(lon.toFixed(8)), Number(lat.toFixed(8))])],
})

/**
 * Tiny teeth in a corner beside the region, and two spikes of hardly any width, far to the north and to the east.
 * Nothing of the network lies in it, but all of it in the box.
 */
export function combArea(random: Random, { box: [minLon, minLat] }: Region, vertices: number): object {
  const teeth = Math.floor((vertices - 6) / 2)
  const west = minLon - 0.001 - random.next() / 1e4
  const south = minLat - 0.001
  const ring: Ring = [[west, south]]
  for (let i = 0; i < teeth; i++) {
    ring.push([west + ((i + 0.25) * 0.01) / teeth, south - 0.01])
    ring.push([west + ((i + 0.75) * 0.01) / teeth, south])
  }
  ring.push([west + 0.02, south], [Math.min(179, west + 170), south - 0.012])
  ring.push([west - 0.001, south - 0.02], [west - 0.0005, Math.min(85, south + 50)], ring[0])
  return polygon(ring)
}

/** Long teeth side by side, through the whole region from corner to corner. */
function bundleArea(random: Random, { box: [west, south, east, north] }: Region, vertices: number): object {
  const teeth = Math.floor((vertices - 4) / 2)
  const shift = 0.02 * random.next()
  const ring: Ring = [[west + shift, south]]
  for (let i = 0; i < teeth; i++) {
    ring.push([east - shift + ((i + 0.25) * 0.001) / teeth, north])
    ring.push([west + shift + ((i + 0.75) * 0.001) / teeth, south])
  }
  ring.push([east + 0.01, south - 0.01], [west - 0.01, south - 0.01], ring[0])
  return polygon(ring)
}

const route = (random: Random, { waypoints }: Region, areas: object): SentRequest => ({
  method: 'POST',
  path: '/v1/route',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    waypoints: [random.pick(waypoints), random.pick(waypoints)],
    max_sac: 6,
    snap_radius_m: 2000,
    avoid: { areas },
  }),
})

export const AREA_ATTACKS: readonly Attack[] = [
  {
    name: 'a route around 5,000 sides in one place',
    usualMs: 170,
    make: (random, region) => route(random, region, combArea(random, region, 5000)),
  },
  {
    name: 'a route around 2,500 sides in one place',
    usualMs: 50,
    make: (random, region) => route(random, region, combArea(random, region, 2500)),
  },
  {
    name: 'a route through 2,500 long sides side by side',
    usualMs: 150,
    make: (random, region) => route(random, region, bundleArea(random, region, 2500)),
  },
]
