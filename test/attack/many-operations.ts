// GraphQL documents of many expensive operations, which are small because a variable is given once.

import type { Region } from '../fuzz/region.ts'
import type { ExpensiveRequest, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

/** The field under `count` names; `head` declares the variables. */
function many(count: number, field: (index: number) => string, head = '', variables?: object): SentRequest {
  const fields = Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`)
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `${head} { ${fields.join(' ')} }`, variables }),
  }
}
const points = (random: Random, { waypoints }: Region, count: number) =>
  Array.from({ length: count }, () => ({ at: random.pick(waypoints) }))
const at = (random: Random, { waypoints }: Region): string => `{ at: ${JSON.stringify(random.pick(waypoints))} }`
const pointOf = (random: Random, { waypoints }: Region): string =>
  `point(at: ${JSON.stringify(random.pick(waypoints))})`
/** To and fro between two points of the region. */
const geojson = ({ example }: Region, count: number) => ({
  type: 'LineString',
  coordinates: Array.from({ length: count }, (_, i) => {
    const [from, to] = [example[0], example.at(-1)!]
    const share = Math.abs(((i / 997) % 2) - 1)
    return [0, 1].map((axis) => Number((from[axis] + (to[axis] - from[axis]) * share).toFixed(6)))
  }),
})

const LINE = 'query ($line: LineInput!)'

export const MANY_ROUTES: ExpensiveRequest = {
  name: '25 routes over 40 waypoints, of one document',
  make: (random, region) => {
    const settings = (i: number) => `settings: { maxSac: T6, snapRadiusM: ${1900 + i} }`
    const route = (i: number) => `route(input: { waypoints: $points, ${settings(i)} }) { lengthM }`
    return many(25, route, 'query ($points: [WaypointInput!]!)', { points: points(random, region, 40) })
  },
}
export const MANY_FILES: ExpensiveRequest = {
  name: '50 lines of 40,000 points to simplify, of one document',
  make: (random, region) => {
    const most = random.between(900, 1900)
    const simplify = (i: number) => `simplifyGpx(input: { line: $line, to: { points: ${most + i} } }) { __typename }`
    return many(50, simplify, LINE, { line: { geojson: geojson(region, 40_000) } })
  },
}
export const MANY_OPERATIONS: readonly ExpensiveRequest[] = [
  MANY_ROUTES,
  MANY_FILES,
  {
    name: '50 round trips, of one document',
    make: (random, region) =>
      many(50, () => {
        const lengthM = random.between(20, 40) * 1000
        return `${pointOf(random, region)} { loops(lengthM: ${lengthM}, alternatives: 3) { found { lengthM } } }`
      }),
  },
  {
    name: '50 reaches of ten hours, of one document',
    make: (random, region) =>
      many(50, () => {
        const within = 'within: { movingS: [9000, 18000, 27000, 36000] }, settings: { maxSac: T6 }, toleranceM: 14'
        return `${pointOf(random, region)} { reach(${within}) { contours { areaKm2 } } }`
      }),
  },
  {
    name: 'four matrices of 10,000 pairs, of one document',
    make: (random, region) => {
      const settings = (i: number) => `settings: { mode: BIKE, snapRadiusM: ${100 + i} }`
      return many(
        4,
        (i) => `matrix(input: { sources: $from, targets: $to, ${settings(i)} }) { engine { name } }`,
        'query ($from: [WaypointInput!]!, $to: [WaypointInput!]!)',
        { from: points(random, region, 100), to: points(random, region, 100) },
      )
    },
  },
  {
    name: '50 routes with alternatives, of one document',
    make: (random, region) =>
      many(50, () => {
        const ends = `waypoints: [${at(random, region)}, ${at(random, region)}]`
        const settings = `settings: { maxSac: T6, hills: ${random.between(0, 100) / 100} }`
        return `route(input: { ${ends}, ${settings} }) { alternatives(first: 3) { nodes { lengthM } } }`
      }),
  },
  {
    name: '50 analyses of 5,000 points, of one document',
    make: (_, region) =>
      many(50, () => 'line(input: $line) { analysis { __typename } }', LINE, {
        line: { geojson: geojson(region, 5000) },
      }),
  },
  {
    name: 'expensive operations of every kind, of one document',
    make: (random, region) => {
      const kinds = [
        () => `route(input: { waypoints: $ends, settings: { snapRadiusM: ${random.between(100, 2000)} } }) { lengthM }`,
        () => `${pointOf(random, region)} { reach(within: { movingS: [36000] }) { contours { areaKm2 } } }`,
        () => 'matrix(input: { sources: $from, targets: $from }) { engine { name } }',
        () => `route(input: { waypoints: $from, settings: { maxSac: T6 } }) { lengthM }`,
        () => `${pointOf(random, region)} { loops(lengthM: 40000) { found { lengthM } } }`,
        () => 'line(input: $line) { analysis { __typename } }',
        () => `simplifyGpx(input: { line: $line, to: { points: ${random.between(900, 1900)} } }) { __typename }`,
      ]
      const head = 'query ($ends: [WaypointInput!]!, $from: [WaypointInput!]!, $line: LineInput!)'
      return many(42, (i) => kinds[i < 28 ? 0 : i % kinds.length]!(), head, {
        ends: points(random, region, 2),
        from: points(random, region, 100),
        line: { geojson: geojson(region, 2000) },
      })
    },
  },
]
