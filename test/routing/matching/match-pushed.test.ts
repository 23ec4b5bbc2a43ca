// Lines of bicycles that were pushed. Drawn networks where a reader can see what is right, and over whole regions the
// router as the oracle: its routes, turned into lines with the noise of a receiver, are matched back. `SHOW_COUNTS=1`
// shows how much of them comes back.

import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { createLineReader } from '../../../src/routing/matching/line-reader.ts'
import type { MatchJob, TraceAnswer } from '../../../src/routing/matching/trace-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import type { Position } from '../../../src/routing/costs/request-types.ts'
import { lineNetwork, seeded, TEST_ENGINE, walk, type LineNetwork } from '../../support/line-network.ts'
import { isPushed } from '../../../src/routing/costs/pushing.ts'
import { hasAndorra, networkOf, type Region } from '../../support/prepared-regions.ts'

const FOOTWAY = { bike: 'closed', way: 'footway', highway: 'footway' } as const
const RIDDEN = { way: 'street', highway: 'residential' } as const
const ONE_WAY = { ...RIDDEN, foot: 'open', bike: ['open', 'closed'] } as const
const BIKE = { mode: 'bike', searchRadiusM: 40, accuracyM: 5, filters: null } as const
const PAIRS = 80

type Trace = ReturnType<typeof walk>
const at = (network: LineNetwork, names: string) => [...names].map((name) => network.at(name))
const jobOf = (trace: Trace, more: Partial<MatchJob> = {}): MatchJob => ({ ...BIKE, ...trace, ...more })
const pushedKm = ({ edges }: TraceAnswer) =>
  edges.reduce((sum, edge) => sum + (edge.push === true ? edge.length : 0), 0)

describe('a footway between two streets', () => {
  const street = lineNetwork('A-----B-----C-----D', { cellM: 25, defaults: RIDDEN, edges: { BC: FOOTWAY } })
  const matchOf = (trace: Trace, more: Partial<MatchJob> = {}) =>
    street.reader.matchTrace(jobOf(trace, more)) as TraceAnswer

  test('is followed and told as pushed, in its own length', () => {
    const answer = matchOf(walk(at(street, 'ABCD'), 10))
    expect(answer.unmatched).toEqual([])
    expect(answer.edges.map(({ push }) => push)).toEqual([undefined, true, undefined])
    expect(answer.edges[1].length).toBeCloseTo(0.15, 2)
    expect(answer.lengths.networkM).toBeCloseTo(answer.lengths.traceM, 0)
  })

  test('is not pushed along by walkers', () => {
    const answer = matchOf(walk(at(street, 'ABCD'), 10, 3, 3), { mode: 'foot' })
    expect(answer.edges.map(({ push }) => push)).toEqual([undefined, undefined, undefined])
  })

  test('is reported in an analysis as in a route', () => {
    const trace = walk(at(street, 'ABCD'), 10)
    const job = {
      format: 'geojson',
      lengthM: 450,
      heightM: trace.lon.map(() => Number.NaN),
      elevation: 'auto',
      ground: null,
      profile: 'bike',
    } as const
    const analysis = street.reader.analyseRoute({ ...trace, ...job } as never)
    expect(analysis.match.status).toBe('matched')
    expect(analysis.ways!.pushedM).toBeCloseTo(150, -1)
    expect(analysis.warnings.map(({ code }) => code)).toContain('dismount')
  })
})

test('against a one-way a bicycle is pushed, with it ridden', () => {
  const oneWay = lineNetwork('A->-B->-C', { cellM: 30, edges: { AB: ONE_WAY, BC: ONE_WAY } })
  const match = (names: string) => oneWay.reader.matchTrace(jobOf(walk(at(oneWay, names), 10, 2, 5))) as TraceAnswer
  const against = match('CBA')
  expect(against.unmatched).toEqual([])
  expect(against.edges.map(({ push }) => push)).toEqual([true, true])
  expect(match('ABC').edges.map(({ push }) => push)).toEqual([undefined, undefined])
})

test.each([
  ['closed to walkers too', { ...FOOTWAY, foot: 'closed' }],
  ['graded T4: both hands are needed', { ...FOOTWAY, sac: 4 }],
  ['a ferry that takes no bicycles', { ...FOOTWAY, flags: ['ferry'] }],
] as const)('a way that is %s is not allowed', (_, edge) => {
  const network = lineNetwork('A-----B-----C-----D', {
    cellM: 25,
    defaults: RIDDEN,
    edges: { BC: edge as never },
  })
  const answer = network.reader.matchTrace(jobOf(walk(at(network, 'ABCD'), 10, 3, 3))) as TraceAnswer
  expect(answer.unmatched.map(({ reason }) => reason)).toEqual(['not_allowed'])
  expect(pushedKm(answer)).toBe(0)
})

test('beside a street that explains the line as well nothing is pushed', () => {
  const beside = lineNetwork('A-----B\n|     |\nC-----D', {
    cellM: 5,
    defaults: RIDDEN,
    edges: { AC: FOOTWAY, AB: { lengthMm: 30_000 }, BD: FOOTWAY, CD: FOOTWAY },
  })
  const answer = beside.reader.matchTrace(jobOf(walk(at(beside, 'AB'), 5, 3, 2))) as TraceAnswer
  expect(answer.edges.map(({ push }) => push)).toEqual([undefined])
})

describe.each(
  (
    [
      ['the demo region', 'demo', true],
      ['Andorra', 'andorra', hasAndorra],
    ] as [string, Region, boolean][]
  ).filter(([, , isThere]) => isThere),
)('%s', (_, region) => {
  test('routes that push come back as lines with the metres that they push, routes that ride come back ridden', async () => {
    const graph = await networkOf(region)
    const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 64 << 20, maxSettled: 2_000_000 })
    const reader = createLineReader(planner.parts)
    const random = seeded(41)
    const [minLon, minLat, maxLon, maxLat] = graph.meta.bbox
    const { nodeLonE7, nodeLatE7, edgeFrom, edgeTo } = graph.columns
    const isRidden = new Uint8Array(graph.nodeCount) // or closed to bicycles and walkers alike
    for (let edge = 0; edge < edgeFrom.length; edge++)
      if (!isPushed(graph, edge * 2, 'hybrid') || !isPushed(graph, edge * 2 + 1, 'hybrid'))
        isRidden[edgeFrom[edge]] = isRidden[edgeTo[edge]] = 1
    // every other pair ends where nobody rides
    const place = (ridden: boolean): Position => {
      const node = Math.floor(random() * graph.nodeCount)
      const [lon, lat] = [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
      const isInside = lon > minLon && lon < maxLon && lat > minLat && lat < maxLat
      return isInside && (ridden || isRidden[node] === 0) ? [lon, lat] : place(ridden)
    }
    const sums = {
      ridden: 0,
      riddenKm: 0,
      falselyPushedKm: 0,
      pushing: 0,
      pushedKm: 0,
      foundKm: 0,
      matched: 0,
      traced: 0,
    }
    for (let i = 0; i < PAIRS; i++) {
      const from = place(i % 2 === 0)
      const to: Position = [from[0] + (random() - 0.5) * 0.02, from[1] + (random() - 0.5) * 0.02]
      let route: PlannedRoute
      try {
        route = planner.planRoute({ waypoints: [from, to], profile: 'bike' })
      } catch (thrown) {
        if (thrown instanceof ServiceError) continue
        throw thrown
      }
      const { lonE6, latE6 } = route.line
      if (route.distanceM < 200) continue
      const line = Array.from(lonE6, (lon, p) => [lon / 1e6, latE6[p] / 1e6] as const)
      const trace = walk(line, 10, 3, i + 1)
      if (trace.lon.length > 2000 || trace.lon.length < 2) continue
      const answer = reader.matchTrace(jobOf(trace)) as TraceAnswer
      const pushedM = route.ways.sums.pushedM
      sums.matched += answer.lengths.matchedM
      sums.traced += answer.lengths.traceM
      if (pushedM > 0) {
        sums.pushing++
        sums.pushedKm += pushedM / 1000
        sums.foundKm += pushedKm(answer)
      } else {
        sums.ridden++
        sums.riddenKm += route.distanceM / 1000
        sums.falselyPushedKm += pushedKm(answer)
      }
    }
    if (process.env.SHOW_COUNTS !== undefined) console.log(region, JSON.stringify(sums))
    expect(sums.pushing).toBeGreaterThanOrEqual(4)
    expect(sums.foundKm / sums.pushedKm).toBeGreaterThan(0.9)
    expect(sums.foundKm / sums.pushedKm).toBeLessThan(1.1)
    expect(sums.falselyPushedKm / sums.riddenKm).toBeLessThan(0.001)
    expect(sums.matched / sums.traced).toBeGreaterThan(0.999)
  }, 300_000)
})
