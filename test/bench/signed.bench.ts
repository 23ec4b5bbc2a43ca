// Whether signed trails are felt (decision: signed-trails), in four regions that share no way (signed/regions.ts):
//
// - Between ends on signed trails 1 to 8 km apart, what a hike takes with `markedTrails` off, prefer and strict: length
//   against off, share that is signed, share on roads and streets. Of the pairs whose strict route is at most 1.3 times
//   as long as that of off: in how many prefer takes it (at least 95 % signed), and why it leaves the others
//   (signed/why-left.ts).
// - The sentence of decision `signed-trails` stretch by stretch: where the route of off leaves signed ways and a signed
//   route between the same two points is at most 1.3 times as long, does prefer take it? For several weights of
//   unsigned ways (src/routing/costs/foot-penalties.ts), and the weight that each two of the real regions choose, held
//   on the third.
//
// `npm run bench -- signed [PAIRS]`

import { distanceM } from '../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { SIGNED } from '../../src/routing/costs/foot-penalties.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import type { RouteLine } from '../../src/routing/details/route-line.ts'
import { signedRegions, type SignedRegion } from './signed/regions.ts'
import { unsignedStretches, type Point } from './signed/unsigned-stretches.ts'
import { REASONS, whyLeft, type Reason } from './signed/why-left.ts'

const PAIRS = Number(process.argv[3] ?? 500)
const MODES = ['off', 'prefer', 'strict'] as const
const APART_M = { least: 1000, most: 8000 }
/** Decision `signed-trails`. */
const FELT_TO = 1.3
const TAKEN_SHARE = 0.95
const WEIGHTS = [1.5, 1.6, 1.8, 2, 2.2, 3]
const DEFAULT_WEIGHT = SIGNED[0]
const ENOUGH = 0.95

interface Reported {
  line: RouteLine
  lengthM: number
  signedM: number
  roadM: number
}
type Mode = (typeof MODES)[number]
type RoutesByMode = Record<Mode, Reported>
/** Stretches with a signed route beside them, under one weight. */
interface Besides {
  count: number
  taken: number
  /** why the others are left */
  left: Record<Reason, number>
}

function plannerOf({ graph, name }: SignedRegion): RoutePlanner {
  const engine = { name: 'waypost' as const, version: 'bench', networkRelease: name, terrainRelease: null }
  return new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 })
}

function ask(planner: RoutePlanner, waypoints: Point[], markedTrails: Mode): Reported | null {
  try {
    const { line, distanceM: lengthM, ways } = planner.planRoute({ waypoints, profile: 'hike', markedTrails })
    return { line, lengthM, signedM: ways.sums.signedM, roadM: ways.sums.roadM + ways.sums.streetM }
  } catch {
    return null
  }
}

/** The three routes between two points; null where one is missing or leaves the region. */
function askAll(region: SignedRegion, planner: RoutePlanner, pair: Point[]): RoutesByMode | null {
  const [off, prefer, strict] = MODES.map((mode) => ask(planner, pair, mode))
  if (off === null || prefer === null || strict === null) return null
  return [off, prefer, strict].every(({ line }) => region.holds(line)) ? { off, prefer, strict } : null
}

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function routesBetweenPairs(region: SignedRegion): RoutesByMode[] {
  const { points } = region
  const planner = plannerOf(region)
  const random = seeded(19)
  const reported: RoutesByMode[] = []
  for (let tries = 0; reported.length < PAIRS && tries < PAIRS * 40; tries++) {
    const pair = [points[random(points.length)], points[random(points.length)]]
    const apartM = distanceM(...pair[0], ...pair[1])
    if (apartM < APART_M.least || apartM > APART_M.most) continue
    const routes = askAll(region, planner, pair)
    if (routes !== null) reported.push(routes)
  }
  return reported
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]
const isBeside = ({ off, strict }: RoutesByMode): boolean => strict.lengthM <= FELT_TO * off.lengthM
const isTaken = ({ prefer }: RoutesByMode): boolean => prefer.signedM >= TAKEN_SHARE * prefer.lengthM

function printModes(region: SignedRegion, reported: RoutesByMode[]): void {
  const sum = (mode: Mode, key: 'lengthM' | 'signedM' | 'roadM') =>
    reported.reduce((all, one) => all + one[mode][key], 0)
  console.log(
    `${region.name}: ${region.signedKm.toFixed(0)} km signed, ${reported.length} pairs joined by signed trails`,
  )
  console.log('            length   median    longest   signed    road')
  for (const mode of MODES) {
    const ratios = reported.map((one) => one[mode].lengthM / one.off.lengthM)
    const length = sum(mode, 'lengthM')
    const figures = [length / sum('off', 'lengthM'), median(ratios)].map((ratio) => ratio.toFixed(3).padStart(9))
    const shares = (['signedM', 'roadM'] as const).map((key) => percent(sum(mode, key) / length).padStart(8))
    console.log(
      `  ${mode.padEnd(7)}${figures.join('')}${Math.max(...ratios)
        .toFixed(2)
        .padStart(11)} ${shares.join('')}`,
    )
  }
}

function printLeft(graph: RoutingGraph, reported: RoutesByMode[]): void {
  const beside = reported.filter(isBeside)
  const left = beside.filter((one) => !isTaken(one))
  const taken = beside.length - left.length
  console.log(
    `  signed routes of at most ${FELT_TO} times the length: ${beside.length}, taken by prefer: ${taken} (${percent(taken / beside.length)})`,
  )
  const why = whyLeft(graph)
  const reasons = left.map(({ strict, prefer }) => why(strict.line, prefer.line))
  const counts = REASONS.map((reason) => `${reason} ${reasons.filter((other) => other === reason).length}`)
  const signed = left.reduce((all, { prefer }) => all + prefer.signedM / prefer.lengthM, 0) / left.length
  console.log(`  left: ${left.length}, of what they take ${percent(signed)} signed; for ${counts.join(', ')}`)
  // what is left for none of these is left for a short cut: metres of signed way that its unsigned metres stand for
  const cuts = left.filter((_, i) => reasons[i] === 'neither')
  const unsignedM = cuts.map(({ prefer }) => prefer.lengthM - prefer.signedM)
  const around = cuts.map(({ prefer, strict }, i) => (strict.lengthM - prefer.signedM) / unsignedM[i])
  if (cuts.length > 0)
    console.log(
      `  neither: ${median(unsignedM).toFixed(0)} m unsigned for ${median(around).toFixed(1)} times as many signed`,
    )
}

/** The ends of unsigned stretches, each once, that have a signed route beside them. */
function stretchesBeside(region: SignedRegion, reported: RoutesByMode[]): Point[][] {
  const planner = plannerOf(region)
  const ends = reported.flatMap(({ off }) => unsignedStretches(region.graph, off.line))
  const once = [...new Map(ends.map((pair) => [pair.flat().join(), pair])).values()]
  return once.filter((pair) => {
    const routes = askAll(region, planner, pair)
    return routes !== null && isBeside(routes) && routes.off.signedM <= (1 - TAKEN_SHARE) * routes.off.lengthM
  })
}

function besidesUnder(weight: number, region: SignedRegion, stretches: Point[][]): Besides {
  ;(SIGNED as unknown as number[])[0] = weight
  const planner = plannerOf(region)
  const why = whyLeft(region.graph)
  const leftRoutes = stretches.map((pair) => askAll(region, planner, pair)!).filter((routes) => !isTaken(routes))
  const reasons = leftRoutes.map(({ strict, prefer }) => why(strict.line, prefer.line))
  ;(SIGNED as unknown as number[])[0] = DEFAULT_WEIGHT
  const left = Object.fromEntries(REASONS.map((word) => [word, reasons.filter((reason) => reason === word).length]))
  return { count: stretches.length, taken: stretches.length - reasons.length, left: left as Record<Reason, number> }
}

const takenShare = (rows: Besides[]): number =>
  rows.reduce((sum, row) => sum + row.taken, 0) / rows.reduce((sum, row) => sum + row.count, 0)

function printWeights(names: string[], rows: Besides[][]): void {
  console.log(`\nunsigned stretches with a signed route of at most ${FELT_TO} times their length: taken by weight`)
  console.log(`  weight ${names.map((name, i) => `${name} (${rows[i][0].count})`.padStart(22)).join('')}`)
  for (const [w, weight] of WEIGHTS.entries())
    console.log(
      `  ${weight.toFixed(1).padEnd(7)}${rows.map((row) => percent(takenShare([row[w]])).padStart(22)).join('')}`,
    )
  const atDefault = WEIGHTS.indexOf(DEFAULT_WEIGHT)
  for (const [i, name] of names.entries()) {
    const counts = REASONS.map((reason) => `${reason} ${rows[i][atDefault].left[reason]}`)
    console.log(`  ${name}, left with ${DEFAULT_WEIGHT} for: ${counts.join(', ')}`)
  }
}

/** The least weight that takes nearly all that the heaviest does. */
function chooseWeight(rows: Besides[][]): number {
  const taken = WEIGHTS.map((_, w) => takenShare(rows.map((row) => row[w])))
  return taken.findIndex((share) => share >= ENOUGH * taken.at(-1)!)
}

function printCrossCheck(names: string[], rows: Besides[][]): void {
  console.log(`\nleast weight that takes ${percent(ENOUGH)} of what ${WEIGHTS.at(-1)} takes`)
  console.log(`  ${names.join(', ')} together: ${WEIGHTS[chooseWeight(rows)]}`)
  for (const [i, name] of names.entries()) {
    const chosen = chooseWeight(rows.filter((_, other) => other !== i))
    const held = [chosen, WEIGHTS.indexOf(DEFAULT_WEIGHT), WEIGHTS.length - 1].map(
      (w) => `${percent(takenShare([rows[i][w]]))} with ${WEIGHTS[w]}`,
    )
    console.log(`  without ${name}: ${WEIGHTS[chosen]}; ${name} takes ${held.join(', ')}`)
  }
}

const names: string[] = []
const rows: Besides[][] = []
for await (const region of signedRegions()) {
  const reported = routesBetweenPairs(region)
  printModes(region, reported)
  printLeft(region.graph, reported)
  const stretches = stretchesBeside(region, reported)
  names.push(region.name)
  rows.push(WEIGHTS.map((weight) => besidesUnder(weight, region, stretches)))
}
printWeights(names, rows)
// the demo region, the first, is made up: it chooses no weight
if (names.length > 2) printCrossCheck(names.slice(1), rows.slice(1))
