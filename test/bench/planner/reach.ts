// Decision `reach`: reach beside Valhalla's `isochrone` for the same contours: the same starts, in turn. Request string
// in, whole answer out, in this process: ours as bytes in shared memory, which is how a worker leaves it for the
// socket, the peer's as the string that its bindings give. The goals: a p50 of at most 0.25 of Valhalla's; 60 minutes
// on foot under 30 ms; the largest that is allowed under 500 ms and 100 MB. Valhalla's outlines are coarser, so a
// tolerance of 100 m is measured too, and how many junctions each outline misjudges.

import { reach as operation } from '../../../resolvers/reach.ts'
import { IsochronePlanner } from '../../../src/routing/isochrone/isochrone-planner.ts'
import type { ReachInput } from '../../../src/routing/isochrone/isochrone-types.ts'
import { writeIsochrone } from '../../../src/routing/isochrone/write-isochrone.ts'
import { WireBytes } from '../../../src/wire/wire-bytes.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { peerCosting, peerLocation } from '../peer/peer-query.ts'
import { makePairs, quantile, spread } from '../routing/pairs.ts'
import { timed, type PlannerFigure } from './figure.ts'
import { judge, noQuality, peerPolygons, qualityText, reachedByPeer } from './reach-quality.ts'
import { mainComponent } from '../../support/main-component.ts'

const STARTS = 40
const ROUNDS = 3
const CONTOURS = [[60], [15, 30, 45, 60]]
/** the default (25 m), and what is still finer than the peer's grid */
const TOLERANCES_M = [undefined, 100]
const LARGEST_BYTES = 64 << 20
const JUDGED = 600
const JUDGED_STARTS = 10
const LARGEST: object[] = [
  { minutes: [150, 300, 450, 600], profile: 'bike', bicycle_type: 'mountain' },
  { minutes: [300, 600], profile: 'run', max_sac: 6, tolerance_m: 10 },
  { metres: [15_000, 30_000, 45_000, 60_000], max_sac: 6, output: { polygons: true, lines: true } },
]

export const measureReach: PlannerFigure = async ({ graph, planner, peer }) => {
  const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
  const reaches = new IsochronePlanner(graph, { engine })
  const out = new WireBytes(1 << 20)
  const area = new Uint8Array(new SharedArrayBuffer(LARGEST_BYTES))
  /** Bytes of the answer. */
  const leave = (text: string): number => {
    const plan = reaches.planReach(operation.input.parse(fromWire(JSON.parse(text))) as ReachInput)
    out.at = 0
    writeIsochrone(graph, plan, out)
    area.set(out.bytes.subarray(0, out.at))
    return out.at
  }
  const ask = (text: string): string => Buffer.from(area.subarray(0, leave(text))).toString()
  for (const profile of ['hike', 'bike'] as const) {
    const starts = makePairs(graph, STARTS, 2, 15, 3, mainComponent(planner, profile)).map(({ from }) => from)
    const peerText = (from: [number, number], minutes: readonly number[]) =>
      JSON.stringify({
        ...{ locations: [peerLocation(from)], ...peerCosting(profile) },
        ...{ contours: minutes.map((time) => ({ time })), polygons: true },
      })
    const ownText = (from: [number, number], minutes: readonly number[], toleranceM: number | undefined) =>
      JSON.stringify({ from, minutes, profile, tolerance_m: toleranceM })
    for (const minutes of CONTOURS) {
      const askers = [
        {
          name: 'Valhalla, isochrone',
          ask: async (at: [number, number]) => (await peer.isochrone(peerText(at, minutes))).length,
        },
        ...TOLERANCES_M.map((toleranceM) => ({
          name: `Waypost, reach, ${toleranceM ?? 'default'} m`,
          ask: (at: [number, number]) => leave(ownText(at, minutes, toleranceM)),
        })),
      ].map((asker) => ({ ...asker, ms: [] as number[], processor: [] as number[], bytes: 0 }))
      for (let round = 0; round <= ROUNDS; round++)
        for (const asker of askers)
          for (const at of starts) {
            const { answer: bytes, ms, processorMs } = await timed(() => asker.ask(at))
            if (round === 0) continue
            asker.ms.push(ms)
            asker.processor.push(processorMs)
            asker.bytes += bytes
          }
      console.log(`${profile}, ${minutes.join(' ')} minutes: ${starts.length} starts, ${ROUNDS} rounds`)
      const p50 = (list: number[]) => quantile(list, 0.5)
      for (const { name, ms, processor, bytes } of askers)
        console.log(
          `  ${name.padEnd(26)} ms ${spread(ms)}  ${Math.round(bytes / ms.length / 1000)} kB  ` +
            `ratio p50 ${(p50(ms) / p50(askers[0].ms)).toFixed(3)}, of processor time ${p50(processor).toFixed(2)} ms ` +
            `${(p50(processor) / p50(askers[0].processor)).toFixed(3)} (goal: 0.25)`,
        )
    }
    const nodes = makePairs(graph, JUDGED / 2, 0, 40, 17, mainComponent(planner, profile))
    const points = nodes.flatMap(({ from, to }) => [from, to])
    const qualities = [undefined, ...TOLERANCES_M].map(noQuality)
    for (const from of starts.slice(0, JUDGED_STARTS)) {
      const byPeer = await reachedByPeer(peer, peerCosting(profile), from, points, 60)
      judge(qualities[0], peerPolygons(await peer.isochrone(peerText(from, [60]))), points, byPeer)
      const input = (toleranceM: number | undefined) =>
        operation.input.parse(fromWire(JSON.parse(ownText(from, [60], toleranceM)))) as ReachInput
      const byUs = reaches.arrivals(input(undefined), points).points.map((arrival) => arrival !== null)
      TOLERANCES_M.forEach((toleranceM, i) => {
        const { contours } = JSON.parse(ask(ownText(from, [60], toleranceM))) as {
          contours: { polygons: { coordinates: [number, number][][][] } }[]
        }
        judge(qualities[i + 1], contours[0].polygons.coordinates, points, byUs)
      })
    }
    const names = ['Valhalla', ...TOLERANCES_M.map((toleranceM) => `Waypost, ${toleranceM ?? 'default'} m`)]
    console.log(`${profile}, 60 minutes: outlines judged by ${points.length} junctions from ${JUDGED_STARTS} starts`)
    names.forEach((name, i) => console.log(`  ${name.padEnd(26)} ${qualityText(qualities[i])}`))
  }
  for (const fields of LARGEST) {
    const text = JSON.stringify({ from: [1.5218, 42.5075], ...fields })
    leave(text)
    const before = process.memoryUsage().rss
    let most = 0
    const own: number[] = []
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      const bytes = leave(text)
      own.push(performance.now() - started)
      most = Math.max(most, process.memoryUsage().rss - before, bytes)
    }
    console.log(`largest, ${text}`)
    console.log(`  Waypost, reach       ms ${spread(own)}  most ${Math.round(most / 1e6)} MB (goals: 500 ms, 100 MB)`)
  }
}
