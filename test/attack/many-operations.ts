// GraphQL documents of many dear operations, which are small because a variable is given once.

import type { Region } from '../fuzz/region.ts'
import type { DearRequest, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

const ask = (query: string, variables?: object): SentRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
})
const times = (count: number, field: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')
const points = (random: Random, { waypoints }: Region, count: number) =>
  Array.from({ length: count }, () => ({ at: random.pick(waypoints) }))
const at = (random: Random, { waypoints }: Region): string => `{ at: ${JSON.stringify(random.pick(waypoints))} }`
/** To and fro between two points of the region. */
const geojson = ({ example }: Region, count: number) => ({
  type: 'LineString',
  coordinates: Array.from({ length: count }, (_, i) => {
    const [from, to] = [example[0], example.at(-1)!]
    const share = Math.abs(((i / 997) % 2) - 1)
    return [0, 1].map((axis) => Number((from[axis] + (to[axis] - from[axis]) * share).toFixed(6)))
  }),
})

export const MANY_ROUTES: DearRequest = {
  name: '50 routes over 100 waypoints, of one document',
  make: (random, region) =>
    ask(
      `query ($w: [WaypointInput!]!) { ${times(50, (i) => `route(input: { waypoints: $w, settings: { maxSac: T6, snapRadiusM: ${1900 + i} } }) { distanceM }`)} }`,
      { w: points(random, region, 100) },
    ),
}
export const MANY_FILES: DearRequest = {
  name: '50 lines of 40,000 points to simplify, of one document',
  make: (random, region) =>
    ask(
      `query ($l: LineInput!) { ${times(50, (i) => `simplifyGpx(input: { line: $l, maxPoints: ${random.between(900, 1900) + i} }) { __typename }`)} }`,
      { l: { geojson: geojson(region, 40_000) } },
    ),
}
export const MANY_OPERATIONS: readonly DearRequest[] = [
  MANY_ROUTES,
  MANY_FILES,
  {
    name: '50 round trips, of one document',
    make: (random, region) =>
      ask(
        `{ ${times(50, () => `roundTrips(input: { start: ${at(random, region)}, length: { distanceKm: ${random.between(20, 40)} }, alternatives: 3 }) { loops { distanceM } }`)} }`,
      ),
  },
  {
    name: '50 reaches of ten hours, of one document',
    make: (random, region) =>
      ask(
        `{ ${times(50, () => `reach(input: { from: ${at(random, region)}, within: { minutes: [150, 300, 450, 600] }, settings: { maxSac: T6 }, toleranceM: 14 }) { contours { areaKm2 } }`)} }`,
      ),
  },
  {
    name: 'four matrices of 10,000 pairs, of one document',
    make: (random, region) =>
      ask(
        `query ($s: [WaypointInput!]!, $t: [WaypointInput!]!) { ${times(4, (i) => `matrix(input: { sources: $s, targets: $t, settings: { profile: BIKE, snapRadiusM: ${100 + i} } }) { engine { name } }`)} }`,
        { s: points(random, region, 100), t: points(random, region, 100) },
      ),
  },
  {
    name: '50 routes with alternatives, of one document',
    make: (random, region) =>
      ask(
        `{ ${times(50, () => `route(input: { waypoints: [${at(random, region)}, ${at(random, region)}], settings: { maxSac: T6, hills: ${random.between(0, 100) / 100} } }) { alternatives(first: 3) { nodes { distanceM } } }`)} }`,
      ),
  },
  {
    name: '50 analyses of 5,000 points, of one document',
    make: (_, region) =>
      ask(`query ($l: LineInput!) { ${times(50, () => 'analyseRoute(input: { line: $l }) { __typename }')} }`, {
        l: { geojson: geojson(region, 5000) },
      }),
  },
]
