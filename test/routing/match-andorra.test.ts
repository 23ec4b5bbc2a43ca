// Matching and analysis where REAL_DATA_DIR has Andorra: routes of the router, sampled and jittered, must come back on
// their own ways; the analysis of a route's line must tell what the route told; recorded tracks keep every invariant.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCourse } from '../../src/course/read-course.ts'
import type { AnalyseJob, RouteAnalysis } from '../../src/routing/matching/analyse-types.ts'
import { createLineReader, type LineReader } from '../../src/routing/matching/line-reader.ts'
import type { MatchedTrace } from '../../src/routing/matching/match-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import type { FootDifficulty } from '../../src/routing/costs/way-types.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { compareTrace, makeRoutes, sample, traceJob } from '../bench/matching/traces.ts'
import { openPeer } from '../bench/peer/valhalla.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'
import { checkTraceShape } from '../support/trace-shape.ts'

const FOLDER = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
const PBF = join(FOLDER, 'andorra-2025-01-19.osm.pbf')
const TRACKS = join(FOLDER, 'gpx')
const real = test.skipIf(!hasAndorra)
const withPeer = test.skipIf(!hasAndorra || !existsSync('test/bench/node_modules/@valhallajs'))
const FOOT = { mode: 'foot', searchRadiusM: 40, accuracyM: 5 } as const

let planner: RoutePlanner
let reader: LineReader
let routes: PlannedRoute[]
beforeAll(async () => {
  if (!hasAndorra) return
  const graph = await networkOf('andorra')
  planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 })
  reader = createLineReader(planner.parts)
  routes = makeRoutes(planner, 25, 1, 5, 21)
})

describe('routes of the router, walked again', () => {
  // share of the true length on the right ways, a parallel way within the noise counted apart
  test.skipIf(!hasAndorra).each([
    [3, 1, 0.99],
    [3, 10, 0.99],
    [8, 1, 0.97],
    [8, 10, 0.97],
    [15, 1, 0.93],
    [15, 10, 0.93],
  ])('with %d m of noise and a point every %d s come back (needs real data)', (noiseM, everyS, least) => {
    let rightM = 0
    let totalM = 0
    routes.forEach((route, i) => {
      const trace = sample(route, everyS, noiseM, 300 + i)
      const outcome = compareTrace(planner.graph, route, trace, reader.match(traceJob(trace), FOOT), noiseM)
      rightM += outcome.rightM
      totalM += outcome.totalM - outcome.parallelM
    })
    expect(rightM / totalM).toBeGreaterThan(least)
  })

  real('without noise come back whole, edge by edge (needs real data)', () => {
    for (const route of routes) {
      const trace = sample(route, 5, 0, 1)
      const { totalM, rightM, extraM } = compareTrace(
        planner.graph,
        route,
        trace,
        reader.match(traceJob(trace), FOOT),
        0,
      )
      expect(rightM / totalM).toBeGreaterThan(0.985)
      expect(extraM / totalM).toBeLessThan(0.015)
    }
  })
})

/** The line of a route as an analysis gets it. */
function analyse(route: PlannedRoute, profile: AnalyseJob['profile']): RouteAnalysis {
  const { lonE6, latE6 } = route.line
  const count = lonE6.length
  return reader.analyseRoute({
    profile,
    format: 'geojson',
    lengthM: route.distanceM,
    lon: Float64Array.from(lonE6, (e6) => e6 / 1e6),
    lat: Float64Array.from(latE6, (e6) => e6 / 1e6),
    timeMs: new Float64Array(count).fill(Number.NaN),
    partStart: Int32Array.of(0, count),
    heightM: new Float64Array(count).fill(Number.NaN),
    elevation: 'auto',
    ground: null,
  })
}

describe('the analysis of a route', () => {
  real('tells what the route told: surfaces, ways, grades and hazards within 2 % (needs real data)', () => {
    for (const route of routes) {
      const found = analyse(route, 'hike')
      const slackM = Math.max(10, route.distanceM * 0.02)
      const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(slackM)
      expect(found.match.status).toBe('matched')
      near(found.match.networkLengthM, route.distanceM)
      for (const key of ['pavedM', 'gravelM', 'trailM', 'unknownM', 'mappedM', 'assumedM'] as const)
        near(found.surfaces![key], route.surfaces[key])
      for (const key of ['roadM', 'streetM', 'trackM', 'pathM', 'footwayM', 'stepsM', 'cyclewayM', 'signedM'] as const)
        near(found.ways![key], route.ways.sums[key])
      const own = route.difficulty as FootDifficulty | null
      const again = found.difficulty as FootDifficulty | null
      for (const key of ['T1M', 'T2M', 'T3M', 'untaggedPathM'] as const) near(again?.[key] ?? 0, own?.[key] ?? 0)
      expect(found.hazards.map(({ kind }) => kind)).toEqual(route.hazards.map(({ kind }) => kind))
      found.hazards.forEach(({ fromM }, i) => near(fromM, route.hazards[i].fromM))
    }
  })
})

/** What holds for every matched line: whole cover, order, figures that add up. */
function checkWhole(
  trace: { partStart: Int32Array },
  { segments, unmatched, atMm, traceM, matchedM }: MatchedTrace,
): void {
  const stretches = [...segments, ...unmatched].sort((a, b) => a.fromIndex - b.fromIndex || a.toIndex - b.toIndex)
  let lengthM = 0
  for (const { fromIndex, toIndex } of stretches) lengthM += (atMm[toIndex] - atMm[fromIndex]) / 1000
  expect(lengthM).toBeCloseTo(traceM, 3)
  expect(matchedM).toBeLessThanOrEqual(traceM + 1e-6)
  for (const part of trace.partStart.slice(1, -1))
    expect(segments.some(({ fromIndex, toIndex }) => fromIndex < part && toIndex >= part)).toBe(false)
}

describe('recorded and planned tracks', () => {
  const files = existsSync(TRACKS) ? readdirSync(TRACKS).filter((name) => !name.includes('40wpt')) : []
  test.skipIf(files.length === 0)(
    'are covered whole, mostly on ways, and their analysis adds up (needs real data)',
    () => {
      for (const name of files) {
        const course = readCourse({ gpx: readFileSync(join(TRACKS, name), 'utf8') }, { points: 5000 })
        const matched = reader.match(course, FOOT)
        checkWhole(course, matched)
        // one leaves the country halfway
        expect(matched.matchedM / matched.traceM, name).toBeGreaterThan(name.includes('180429_a1') ? 0.43 : 0.92)
        expect(matched.networkM / matched.matchedM).toBeGreaterThan(0.85)
        expect(matched.networkM / matched.matchedM).toBeLessThan(1.25)
        const { format, lengthM, lon, lat, timeMs, partStart } = course
        const analysis = reader.analyseRoute({
          profile: 'hike',
          format,
          lengthM,
          lon,
          lat,
          timeMs,
          partStart,
          heightM: lon.map(() => Number.NaN),
          elevation: 'auto',
          ground: null,
        })
        const { pavedM, gravelM, trailM, unknownM } = analysis.surfaces!
        expect(pavedM + gravelM + trailM + unknownM).toBeCloseTo(lengthM, 0)
        const { roadM, streetM, trackM, pathM, footwayM, stepsM, cyclewayM, ferryM, otherM, unmatchedM } =
          analysis.ways!
        expect(
          roadM + streetM + trackM + pathM + footwayM + stepsM + cyclewayM + ferryM + otherM + unmatchedM,
        ).toBeCloseTo(lengthM, 0)
        expect(analysis.match.segments.reduce((sum, { networkM }) => sum + networkM, 0)).toBeGreaterThan(
          analysis.match.networkLengthM * 0.995,
        )
      }
    },
  )

  real('one leaves the region and says so (needs real data)', () => {
    const course = readCourse({ gpx: readFileSync(join(TRACKS, 'adrutas_180429_a1.gpx'), 'utf8') }, { points: 5000 })
    const { unmatched } = reader.match(course, FOOT)
    expect(unmatched[unmatched.length - 1]).toMatchObject({ reason: 'outside_region', toIndex: course.count - 1 })
  })

  withPeer("Valhalla's own answer and ours pass one test of the shape (needs real data and the peer)", async () => {
    const peer = await openPeer(PBF)
    for (const route of routes.slice(0, 5)) {
      const trace = sample(route, 10, 3, 5)
      const query = {
        shape: trace.lon.map((lon, i) => ({ lon, lat: trace.lat[i], time: trace.timeS[i] })),
        costing: 'pedestrian',
        shape_match: 'map_snap',
      }
      checkTraceShape(JSON.parse(await peer.traceAttributes(JSON.stringify(query))))
      const { lon, lat, timeMs } = traceJob(trace)
      checkTraceShape(JSON.parse(toWireText(reader.matchTrace({ ...FOOT, lon, lat, timeMs, filters: null }))))
    }
  })
})
