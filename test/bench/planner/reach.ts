// D17: reach beside Valhalla's `isochrone` for the same contours: the same starts, in turn. Request string in, whole
// answer string out, in this process. The goals: a p50 of at most 0.25 of Valhalla's; 60 minutes on foot under 30 ms;
// the largest that is allowed under 500 ms and 100 MB.

import { reach as resolver } from '../../../resolvers/reach.ts'
import { ReachPlanner } from '../../../src/routing/reach/reach-planner.ts'
import type { ReachInput } from '../../../src/routing/reach/reach-types.ts'
import { writeReach } from '../../../src/routing/reach/write-reach.ts'
import { WireBytes } from '../../../src/wire/wire-bytes.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { makePairs, quantile, spread } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'

const STARTS = 40
const ROUNDS = 3
const CONTOURS = [[60], [15, 30, 45, 60]]
const LARGEST: object[] = [
  { minutes: [150, 300, 450, 600], profile: 'bike', bicycle_type: 'mountain' },
  { minutes: [150, 300, 450, 600], profile: 'run', max_sac: 6, tolerance_m: 10 },
  { metres: [15_000, 30_000, 45_000, 60_000], max_sac: 6, output: { polygons: true, lines: true } },
]

export const measureReach: PlannerFigure = async ({ graph, planner, peer }) => {
  const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
  const reaches = new ReachPlanner(graph, { engine })
  const out = new WireBytes(1 << 20)
  const ask = (text: string): string => {
    const plan = reaches.planReach(resolver.input.parse(fromWire(JSON.parse(text))) as ReachInput)
    out.at = 0
    writeReach(graph, plan, out)
    return out.toString()
  }
  for (const profile of ['hike', 'bike'] as const) {
    const starts = makePairs(graph, STARTS, 2, 15, 3, planner.mainComponent(profile)).map(({ from }) => from)
    for (const minutes of CONTOURS) {
      const own: number[] = []
      const peers: number[] = []
      let bytes = 0
      let peerBytes = 0
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [lon, lat] of starts) {
          const text = JSON.stringify({
            locations: [{ lat, lon }],
            costing: profile === 'hike' ? 'pedestrian' : 'bicycle',
            ...(profile === 'hike' ? { costing_options: { pedestrian: { max_hiking_difficulty: 3 } } } : {}),
            contours: minutes.map((time) => ({ time })),
            polygons: true,
          })
          const started = performance.now()
          const answer = await peer.isochrone(text)
          if (round === 0) continue
          peers.push(performance.now() - started)
          peerBytes += answer.length
        }
        for (const from of starts) {
          const text = JSON.stringify({ from, minutes, profile })
          const started = performance.now()
          const answer = ask(text)
          if (round === 0) continue
          own.push(performance.now() - started)
          bytes += answer.length
        }
      }
      const kb = (sum: number) => `${Math.round(sum / own.length / 1000)} kB`
      console.log(`${profile}, ${minutes.join(' ')} minutes: ${starts.length} starts, ${ROUNDS} rounds`)
      console.log(`  Valhalla, isochrone  ms ${spread(peers)}  ${kb(peerBytes)}`)
      console.log(`  Waypost, reach       ms ${spread(own)}  ${kb(bytes)}`)
      console.log(`  ratio p50 ${(quantile(own, 0.5) / quantile(peers, 0.5)).toFixed(3)} (goal: at most 0.25)`)
    }
  }
  for (const wish of LARGEST) {
    const text = JSON.stringify({ from: [1.5218, 42.5075], ...wish })
    ask(text)
    const before = process.memoryUsage().rss
    let most = 0
    const own: number[] = []
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      const answer = ask(text)
      own.push(performance.now() - started)
      most = Math.max(most, process.memoryUsage().rss - before, answer.length)
    }
    console.log(`largest, ${text}`)
    console.log(`  Waypost, reach       ms ${spread(own)}  most ${Math.round(most / 1e6)} MB (goals: 500 ms, 100 MB)`)
  }
}
