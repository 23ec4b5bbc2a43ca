// What hikes between random pairs are like (decision: signed-trails), in the demo region, in Andorra and in the country
// north of Bayreuth: length, minutes, share of asphalt and of signed trails, by `marked_trails` and for Valhalla, whose
// lines are read by our own analysis. And for how many pairs another way is quicker and at least 300 m less paved, or
// at most a tenth slower with less than half the asphalt, at no harder grade.
//
// `npm run bench -- asphalt [PAIRS] [SEED]`

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobOver } from '../../resolvers/analyse-route.ts'
import { sampleGround } from '../../src/course/course-heights.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { makeDemo } from '../../src/demo/make-demo.ts'
import { decodePolyline6 } from '../../src/geo/polyline.ts'
import { createLineReader } from '../../src/routing/matching/line-reader.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { ANDORRA, hasAndorra } from '../support/prepared-regions.ts'
import {
  BAYREUTH,
  halvesAsphalt,
  hasBayreuth,
  hasLessSignedPath,
  hasMoreRoad,
  hikesOver,
  isQuickerAndLessPaved,
  MOST_APART_M,
  OTHER_WAYS,
  randomPairs,
  readNetwork,
  type HikeFigures,
} from '../support/random-hikes.ts'
import { peerRoute } from './peer/peer-query.ts'
import { openPeer } from './peer/valhalla.ts'

const PAIRS = Number(process.argv[3] ?? 60)
const SEED = Number(process.argv[4] ?? 45)
type Figures = Pick<HikeFigures, 'lengthM' | 'minutes' | 'pavedM' | 'signedM'>

function printMode(mode: string, all: readonly Figures[]): void {
  if (all.length === 0) return
  const sum = (key: keyof Figures) => all.reduce((total, one) => total + one[key], 0)
  const share = (key: keyof Figures) => `${((100 * sum(key)) / sum('lengthM')).toFixed(1)} %`
  const means = [
    `${(sum('lengthM') / all.length / 1000).toFixed(2)} km`,
    `${(sum('minutes') / all.length).toFixed(1)} min`,
  ]
  console.log(`  ${mode.padEnd(9)}`, all.length, ...means, 'paved', share('pavedM'), 'signed', share('signedM'))
}

async function measure(name: keyof typeof MOST_APART_M, map: string, heights: readonly string[]): Promise<void> {
  const graph = await readNetwork(map, heights)
  const plan = hikesOver(graph)
  const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 64 << 20, maxSettled: 2_000_000 })
  const reader = createLineReader(planner.parts)
  const dem = await openDem(heights)
  await dem.prepare(graph.meta.bbox)
  const peer = await openPeer(map, join(import.meta.dirname, '.cache', `tiles-${name}`))
  const byPeer = async (from: readonly [number, number], to: readonly [number, number]): Promise<Figures | null> => {
    const pair = { from: [...from] as [number, number], to: [...to] as [number, number], straightM: 0 }
    const answer = await peer.route(peerRoute(pair, 'hike')).catch(() => null)
    if (answer === null) return null
    const { trip } = JSON.parse(answer) as { trip: { legs: { shape: string }[] } }
    const coordinates = decodePolyline6(trip.legs[0].shape)
    const course = readCourse({ geometry: { type: 'LineString', coordinates } }, { points: 20_000 })
    const ground = await sampleGround(course, async (points) => points.map(([lon, lat]) => dem.heightM(lon, lat)))
    const { surfaces, ways, movingTime } = reader.analyseRoute(jobOver(course, 'hike', 'auto', ground))
    if (surfaces === null || ways === null || movingTime?.movingS == null) return null
    return { lengthM: course.lengthM, minutes: movingTime.movingS / 60, pavedM: surfaces.pavedM, signedM: ways.signedM }
  }
  const byMode: Record<string, Figures[]> = { off: [], prefer: [], strict: [], Valhalla: [] }
  const counts = { better: 0, unexplained: 0, halved: 0 }
  for (const waypoints of randomPairs(graph, MOST_APART_M[name], SEED)) {
    const [hike, ...alternatives] = plan(waypoints, { alternatives: 3 })
    if (hike === undefined) continue
    const others = OTHER_WAYS.map((input) => plan(waypoints, input))
    const all = [...alternatives, ...others.flat()]
    const better = all.filter((other) => isQuickerAndLessPaved(other, hike))
    if (better.length > 0) counts.better++
    if (better.some((other) => !hasMoreRoad(other, hike) && !hasLessSignedPath(other, hike))) counts.unexplained++
    if (all.some((other) => halvesAsphalt(other, hike))) counts.halved++
    byMode.prefer.push(hike)
    byMode.off.push(...others[0])
    byMode.strict.push(...plan(waypoints, { markedTrails: 'strict' }))
    const peers = await byPeer(waypoints[0], waypoints[1])
    if (peers !== null) byMode.Valhalla.push(peers)
    if (byMode.prefer.length === PAIRS) break
  }
  await dem.close()
  console.log(name)
  for (const [mode, all] of Object.entries(byMode)) printMode(mode, all)
  const { better, unexplained, halved } = counts
  console.log(
    `  quicker and less paved: ${better} of ${PAIRS}, ${unexplained} with no more cars and no less signed path`,
  )
  console.log(`  at most a tenth slower, less than half the asphalt: ${halved}`)
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-asphalt-'))
const demo = await makeDemo(folder)
await measure('demo', demo.pbfPath, demo.demPaths)
rmSync(folder, { recursive: true })
if (hasAndorra) await measure('andorra', ANDORRA.map, ANDORRA.heights)
if (hasBayreuth) await measure('bayreuth', BAYREUTH.map, BAYREUTH.heights)
