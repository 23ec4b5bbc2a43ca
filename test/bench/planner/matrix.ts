// D18: 100 x 100 points beside Valhalla's `sources_to_targets` of the same points, in turn. Request string in, whole
// answer string out, in this process. Valhalla answers distance and time; the goal is at most 0.2 of its time.

import { matrix as resolver } from '../../../resolvers/matrix.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import type { MatrixInput } from '../../../src/routing/matrix/matrix-types.ts'
import { fromWire, toWireText } from '../../../src/wire/wire-json.ts'
import { makePairs, quantile } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'
import { mainComponent } from '../../support/main-component.ts'

const SIDE = 100
const ROUNDS = 3
/** Values asked for beside what they are called. */
const WISHES: [string, string[]][] = [
  ['distance and cost', ['distance_m', 'cost']],
  ['distance and time', ['distance_m', 'moving_s']],
  ['all four', ['distance_m', 'moving_s', 'ascent_m', 'cost']],
]

export const measureMatrix: PlannerFigure = async ({ graph, planner, peer }) => {
  const matrices = new MatrixPlanner(planner.parts)
  const ask = (text: string): string =>
    toWireText(matrices.planMatrix(resolver.input.parse(fromWire(JSON.parse(text))) as MatrixInput))
  for (const profile of ['hike', 'bike'] as const) {
    const ends = makePairs(graph, SIDE, 2, 15, 18, mainComponent(planner, profile))
    const sources = ends.map(({ from }) => from)
    const targets = ends.map(({ to }) => to)
    const at = ([lon, lat]: [number, number]) => ({ lat, lon })
    const peerText = JSON.stringify({
      sources: sources.map(at),
      targets: targets.map(at),
      costing: profile === 'hike' ? 'pedestrian' : 'bicycle',
      ...(profile === 'hike' ? { costing_options: { pedestrian: { max_hiking_difficulty: 3 } } } : {}),
    })
    const measured: { name: string; ask(): Promise<string> | string; ms: number[]; mb: number[]; answer: string }[] = [
      { name: 'Valhalla, sources_to_targets', ask: () => peer.matrix(peerText), ms: [], mb: [], answer: '' },
      ...WISHES.map(([name, annotations]) => ({
        name: `Waypost, ${name}`,
        ask: () => ask(JSON.stringify({ sources, targets, profile, annotations })),
        ...{ ms: [] as number[], mb: [] as number[], answer: '' },
      })),
    ]
    for (let round = 0; round <= ROUNDS; round++)
      for (const one of measured) {
        const before = process.memoryUsage().rss
        const started = performance.now()
        one.answer = await one.ask()
        if (round === 0) continue
        one.ms.push(performance.now() - started)
        one.mb.push((process.memoryUsage().rss - before) / 1e6)
      }
    console.log(`${profile}: ${SIDE} x ${SIDE} points, ${ROUNDS} rounds`)
    const peerMs = quantile(measured[0].ms, 0.5)
    for (const { name, ms, mb, answer } of measured)
      console.log(
        `  ${name.padEnd(30)} ms p50 ${quantile(ms, 0.5).toFixed(0)}  most ${Math.max(...ms).toFixed(0)}  ` +
          `ratio p50 ${(quantile(ms, 0.5) / peerMs).toFixed(3)}  ${Math.round(answer.length / 1000)} kB  ` +
          `memory grown by at most ${Math.max(0, ...mb).toFixed(0)} MB`,
      )
    const found = (JSON.parse(measured[3].answer) as { distance_m: (number | null)[][] }).distance_m.flat()
    console.log(`  pairs with a way: ${found.filter((value) => value !== null).length} of ${found.length}`)
  }
}
