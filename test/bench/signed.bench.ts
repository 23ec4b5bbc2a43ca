// Whether signed trails are felt (docs/decisions.md, D19): between ends on signed trails 1 to 8 km apart, what a hike
// takes with `markedTrails` off, prefer and strict. Three regions: the demo region, and Andorra (needs real data) west
// and east of 1.58 degrees, for there is one real region only. Told of each: how long the routes are against off, which
// share of them is signed, which lies on roads and streets; and of the pairs whose strict route is at most 1.3 times as
// long as that of off, in how many prefer takes it (at least 95 % signed), and why it leaves the others
// (signed/why-left.ts). `npm run bench -- signed [PAIRS] [UNSIGNED]` tries another weight of unsigned ways
// (src/routing/costs/foot-penalties.ts).

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemo } from '../../src/demo/make-demo.ts'
import { distanceM, type Box } from '../../src/geo/lon-lat.ts'
import { writeColumnFile, type Columns } from '../../src/graph/column-file.ts'
import { buildNetwork } from '../../src/graph/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { SIGNED } from '../../src/routing/costs/foot-penalties.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import type { RouteLine } from '../../src/routing/facts/route-line.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { REASONS, whyLeft } from './signed/why-left.ts'

const PAIRS = Number(process.argv[3] ?? 300)
if (process.argv[4] !== undefined) (SIGNED as unknown as number[])[0] = Number(process.argv[4])
const MODES = ['off', 'prefer', 'strict'] as const
const APART_M = { least: 1000, most: 8000 }
/** Decision D19. */
const FELT_TO = 1.3
const TAKEN_SHARE = 0.95
const ANDORRA = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
const MIDDLE_LON = 1.58

interface Told {
  line: RouteLine
  lengthM: number
  signedM: number
  roadM: number
}

async function openRegion(pbf: string, dems: string[]): Promise<RoutingGraph> {
  const dem = await openDem(dems)
  const source = await openPbfFile(pbf)
  const { meta, columns } = await buildNetwork([source], (lon, lat) => dem.heightM(lon, lat), {
    prepareHeights: (box) => dem.prepare(box),
  })
  await dem.close()
  await source.close?.()
  return RoutingGraph.from(writeColumnFile(meta, columns as unknown as Columns))
}

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Ends of signed stretches inside the box. */
function signedPoints(graph: RoutingGraph, box: Box): [number, number][] {
  const { edgeClass, classSignedFoot, arcId, firstArc, nodeLonE7, nodeLatE7 } = graph.columns
  const points: [number, number][] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    let isSigned = false
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++)
      if (classSignedFoot[edgeClass[arcId[a] >>> 1]] > 0) isSigned = true
    const [lon, lat] = [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
    if (isSigned && lon >= box[0] && lon <= box[2] && lat >= box[1] && lat <= box[3]) points.push([lon, lat])
  }
  return points
}

function ask(planner: RoutePlanner, waypoints: [number, number][], markedTrails: (typeof MODES)[number]): Told | null {
  try {
    const { line, distanceM: lengthM, ways } = planner.planRoute({ waypoints, profile: 'hike', markedTrails })
    return { line, lengthM, signedM: ways.sums.signedM, roadM: ways.sums.roadM + ways.sums.streetM }
  } catch {
    return null
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`.padStart(7)
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]

function measure(name: string, graph: RoutingGraph, box: Box): void {
  const engine = { name: 'waypost' as const, version: 'bench', networkRelease: name, terrainRelease: null }
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 })
  const points = signedPoints(graph, box)
  const random = seeded(19)
  const told: Record<(typeof MODES)[number], Told>[] = []
  for (let tries = 0; told.length < PAIRS && tries < PAIRS * 40; tries++) {
    const pair = [points[random(points.length)], points[random(points.length)]]
    const apartM = distanceM(...pair[0], ...pair[1])
    if (apartM < APART_M.least || apartM > APART_M.most) continue
    const [off, prefer, strict] = MODES.map((mode) => ask(planner, pair, mode))
    if (off !== null && prefer !== null && strict !== null) told.push({ off, prefer, strict })
  }
  const sum = (mode: (typeof MODES)[number], key: 'lengthM' | 'signedM' | 'roadM') =>
    told.reduce((all, one) => all + one[mode][key], 0)
  console.log(`${name}: ${told.length} pairs joined by signed trails`)
  console.log('            length   median    longest   signed    road')
  for (const mode of MODES) {
    const ratios = told.map((one) => one[mode].lengthM / one.off.lengthM)
    const length = sum(mode, 'lengthM')
    console.log(
      `  ${mode.padEnd(8)}${(length / sum('off', 'lengthM')).toFixed(3).padStart(8)}${median(ratios).toFixed(3).padStart(9)}${Math.max(
        ...ratios,
      )
        .toFixed(2)
        .padStart(10)}  ${percent(sum(mode, 'signedM') / length)}${percent(sum(mode, 'roadM') / length)}`,
    )
  }
  const beside = told.filter(({ off, strict }) => strict.lengthM <= FELT_TO * off.lengthM)
  const taken = beside.filter(({ prefer }) => prefer.signedM >= TAKEN_SHARE * prefer.lengthM)
  console.log(
    `  signed routes of at most ${FELT_TO} times the length: ${beside.length}, taken by prefer: ${taken.length} (${percent(taken.length / beside.length).trim()})`,
  )
  const why = whyLeft(graph)
  const left = beside.filter((one) => !taken.includes(one))
  const reasons = left.map(({ strict, prefer }) => why(strict.line, prefer.line))
  const counts = REASONS.map((reason) => `${reason} ${reasons.filter((other) => other === reason).length}`)
  const signed = left.reduce((all, { prefer }) => all + prefer.signedM / prefer.lengthM, 0) / left.length
  console.log(`  left: ${left.length}, of what they take ${percent(signed).trim()} signed; for ${counts.join(', ')}`)
  // what is left for none of these is left for a short cut: metres of signed way that its unsigned metres stand for
  const cuts = left.filter((_, i) => reasons[i] === 'neither')
  const unsignedM = cuts.map(({ prefer }) => prefer.lengthM - prefer.signedM)
  const around = cuts.map(({ prefer, strict }, i) => (strict.lengthM - prefer.signedM) / unsignedM[i])
  if (cuts.length > 0)
    console.log(
      `  neither: ${median(unsignedM).toFixed(0)} m unsigned for ${median(around).toFixed(1)} times as many signed`,
    )
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-signed-'))
const demo = await makeDemo(folder)
measure('demo', await openRegion(demo.pbfPath, demo.demPaths), [-180, -90, 180, 90])
rmSync(folder, { recursive: true })
const pbf = join(ANDORRA, 'andorra-2025-01-19.osm.pbf')
if (existsSync(pbf)) {
  const andorra = await openRegion(
    pbf,
    ['N42E001.hgt', 'N41E001.hgt'].map((file) => join(ANDORRA, file)),
  )
  measure('Andorra west', andorra, [-180, -90, MIDDLE_LON, 90])
  measure('Andorra east', andorra, [MIDDLE_LON, -90, 180, 90])
} else console.log('Andorra: left out, needs real data (REAL_DATA_DIR)')
