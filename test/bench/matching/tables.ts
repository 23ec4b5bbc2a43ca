// The tables of the matching benchmark: accuracy by noise and spacing, recorded tracks, speed. Both engines get the
// same points and the same search radius; grades are no bar to either.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCourse } from '../../../src/course/read-course.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import { decodePolyline6 } from '../../../src/geo/polyline.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { LineReader } from '../../../src/routing/matching/line-reader.ts'
import { nearestOnLine } from '../../../src/routing/matching/near-stretches.ts'
import type { PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import { toWireText } from '../../../src/wire/wire-json.ts'
import type { Peer } from '../peer/valhalla.ts'
import { quantile } from '../routing/pairs.ts'
import {
  compareTrace,
  compareWays,
  lengthByWay,
  parallelM,
  sample,
  traceJob,
  walkedM,
  type Trace,
  type TraceOutcome,
} from './traces.ts'

export const FOOT = { mode: 'foot', searchRadiusM: 40, accuracyM: 5 } as const
const NOISES_M = [0, 3, 8, 15]
const SPACINGS_S = [1, 2, 5, 10, 30, 60]

interface PeerAnswer {
  edges: { way_id: number; length: number }[]
  matched_points: { type: string; begin_route_discontinuity?: boolean }[]
  shape: string
}

/** The request of a trace as text, for both engines alike. */
export function queryOf({ lon, lat, timeS }: Trace): string {
  return JSON.stringify({
    shape: lon.map((x, i) =>
      Number.isNaN(timeS[i]) ? { lon: x, lat: lat[i] } : { lon: x, lat: lat[i], time: timeS[i] },
    ),
    costing: 'pedestrian',
    shape_match: 'map_snap',
    trace_options: { search_radius: FOOT.searchRadiusM },
    costing_options: { pedestrian: { max_hiking_difficulty: 6 } },
  })
}

async function askPeer(peer: Peer, query: string): Promise<PeerAnswer | null> {
  try {
    return JSON.parse(await peer.traceAttributes(query)) as PeerAnswer
  } catch {
    return null
  }
}

function comparePeer(
  graph: RoutingGraph,
  route: PlannedRoute,
  trace: Trace,
  answer: PeerAnswer | null,
  noiseM: number,
): TraceOutcome {
  const untilM = walkedM(route, trace)
  const truth = lengthByWay(graph, route, untilM)
  const found = new Map<number, number>()
  for (const { way_id, length } of answer?.edges ?? []) found.set(way_id, (found.get(way_id) ?? 0) + length * 1000)
  const points = answer === null ? [] : decodePolyline6(answer.shape)
  const line = {
    lonE6: Int32Array.from(points, ([lon]) => Math.round(lon * 1e6)),
    latE6: Int32Array.from(points, ([, lat]) => Math.round(lat * 1e6)),
    atMm: Float64Array.from(points, (_, i) => i),
  }
  const beside = (lon: number, lat: number) =>
    points.length > 1 && nearestOnLine(line, 0, points.length, lon, lat).awayM <= noiseM
  return { ...compareWays(truth, found), parallelM: parallelM(graph, route, untilM, truth, found, beside) }
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(2).padStart(7)

/**
 * Share of true metres on the right ways; `apart`: parallel ways within the noise taken out; `extra`: metres on other
 * ways.
 */
export async function measureAccuracy(
  graph: RoutingGraph,
  reader: LineReader,
  peer: Peer,
  routes: readonly PlannedRoute[],
): Promise<void> {
  console.log('noise m  every s |  right %  apart %  extra % | Valhalla:  right %  apart %  extra %  failed')
  for (const noiseM of NOISES_M) {
    for (const everyS of SPACINGS_S) {
      const own: TraceOutcome = { totalM: 0, rightM: 0, parallelM: 0, extraM: 0 }
      const other: TraceOutcome = { totalM: 0, rightM: 0, parallelM: 0, extraM: 0 }
      let failed = 0
      for (let i = 0; i < routes.length; i++) {
        const trace = sample(routes[i], everyS, noiseM, 100 + i)
        add(own, compareTrace(graph, routes[i], trace, reader.match(traceJob(trace), FOOT), noiseM))
        const answer = await askPeer(peer, queryOf(trace))
        if (answer === null) failed++
        add(other, comparePeer(graph, routes[i], trace, answer, noiseM))
      }
      const columns = (o: TraceOutcome) =>
        `${percent(o.rightM, o.totalM)}  ${percent(o.rightM, o.totalM - o.parallelM)}  ${percent(o.extraM, o.totalM)}`
      console.log(
        `${String(noiseM).padStart(7)}  ${String(everyS).padStart(7)} |  ${columns(own)} |            ${columns(other)}  ${failed}`,
      )
    }
  }
}

function add(sum: TraceOutcome, one: TraceOutcome): void {
  sum.totalM += one.totalM
  sum.rightM += one.rightM
  sum.parallelM += one.parallelM
  sum.extraM += one.extraM
}

/** Matched share of every recorded track of the folder. */
export async function measureTracks(reader: LineReader, peer: Peer, folder: string): Promise<void> {
  console.log('points     km | matched %  network km | Valhalla:  matched %  network km')
  for (const name of readdirSync(folder).sort()) {
    const gpx = readFileSync(join(folder, name), 'utf8')
    if (!/<(trkpt|rtept)/.test(gpx)) continue
    const course = readCourse({ gpx }, { points: 5000 })
    const matched = reader.match(course, FOOT)
    let matchedM = 0
    let networkKm = 0
    for (let p = 0; p + 1 < course.partStart.length; p++) {
      const [from, to] = [course.partStart[p], course.partStart[p + 1]]
      const part: Trace = {
        lon: [...course.lon.slice(from, to)],
        lat: [...course.lat.slice(from, to)],
        timeS: [...course.timeMs.slice(from, to)].map((ms) => ms / 1000),
      }
      const answer = await askPeer(peer, queryOf(part))
      for (const { length } of answer?.edges ?? []) networkKm += length
      for (let i = 1; i < part.lon.length; i++) {
        const [a, b] = [answer?.matched_points[i - 1], answer?.matched_points[i]]
        if (
          a !== undefined &&
          b !== undefined &&
          a.type !== 'unmatched' &&
          b.type !== 'unmatched' &&
          a.begin_route_discontinuity !== true
        )
          matchedM += distanceM(part.lon[i - 1], part.lat[i - 1], part.lon[i], part.lat[i])
      }
    }
    console.log(
      `${String(course.count).padStart(6)}  ${(matched.traceM / 1000).toFixed(2).padStart(5)} |   ${percent(matched.matchedM, matched.traceM)}       ${(matched.networkM / 1000).toFixed(2).padStart(5)} |              ${percent(matchedM, matched.traceM)}       ${networkKm.toFixed(2).padStart(5)}   ${name}`,
    )
  }
}

/** Request string in, full answer string out, in turn on the same traces of up to 2,000 points. */
export async function measureSpeed(
  reader: LineReader,
  peer: Peer,
  routes: readonly PlannedRoute[],
  rounds = 5,
): Promise<void> {
  for (const [everyS, noiseM] of [
    [1, 3],
    [1, 8],
    [5, 3],
    [10, 5],
  ]) {
    const traces = routes
      .map((route, i) => sample(route, everyS, noiseM, 500 + i))
      .filter((trace) => trace.lon.length === 2000)
      .slice(0, 5)
    if (traces.length === 0) continue
    const queries = traces.map(queryOf)
    const own: number[] = []
    const other: number[] = []
    for (let round = 0; round <= rounds; round++) {
      for (const query of queries) {
        const a = performance.now()
        await askPeer(peer, query)
        const b = performance.now()
        const { shape } = JSON.parse(query) as { shape: { lon: number; lat: number; time: number }[] }
        const { lon, lat, timeMs } = traceJob({
          lon: shape.map((p) => p.lon),
          lat: shape.map((p) => p.lat),
          timeS: shape.map((p) => p.time),
        })
        toWireText(reader.matchTrace({ ...FOOT, lon, lat, timeMs, filters: null }))
        const c = performance.now()
        if (round === 0) continue
        other.push(b - a)
        own.push(c - b)
      }
    }
    const line = (ms: number[]) => `p50 ${quantile(ms, 0.5).toFixed(1)}  max ${Math.max(...ms).toFixed(1)} ms`
    console.log(
      `2,000 points, one every ${everyS} s, ${noiseM} m of noise: Waypost ${line(own)}; Valhalla ${line(other)}; ratio p50 ${(quantile(own, 0.5) / quantile(other, 0.5)).toFixed(3)}`,
    )
  }
}
