// Decision `matrix`: 100 x 100 points beside Valhalla's `sources_to_targets` of the same points, in turn. Request
// string in, whole answer string out, in this process. Valhalla answers distance and time; the goal is at most 0.2 of
// its time. 200 of the values beside their routes: all are to be equal.

import { matrix as operation } from '../../../resolvers/matrix.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import type { MatrixInput } from '../../../src/routing/matrix/matrix-types.ts'
import { fromWire, toWireText } from '../../../src/wire/wire-json.ts'
import { peerCosting, peerLocation } from '../peer/peer-query.ts'
import { makePairs, quantile } from '../routing/pairs.ts'
import { timed, type PlannerFigure } from './figure.ts'
import { mainComponent } from '../../support/main-component.ts'

const SIDE = 100
const ROUNDS = 3
/** Pairs beside their routes. */
const COMPARED = 200
/** Sets of requested values, each with its label. */
const ANNOTATIONS: [string, string[]][] = [
  ['distance and cost', ['distance_m', 'cost']],
  ['distance and time', ['distance_m', 'moving_s']],
  ['all four', ['distance_m', 'moving_s', 'ascent_m', 'cost']],
]

export const measureMatrix: PlannerFigure = async ({ graph, planner, peer }) => {
  const matrices = new MatrixPlanner(planner.parts)
  const ask = (text: string): string =>
    toWireText(matrices.planMatrix(operation.input.parse(fromWire(JSON.parse(text))) as MatrixInput))
  for (const profile of ['hike', 'bike'] as const) {
    const ends = makePairs(graph, SIDE, 2, 15, 18, mainComponent(planner, profile))
    const sources = ends.map(({ from }) => from)
    const targets = ends.map(({ to }) => to)
    const peerText = JSON.stringify({
      sources: sources.map(peerLocation),
      targets: targets.map(peerLocation),
      ...peerCosting(profile),
    })
    const measured = [
      { name: 'Valhalla, sources_to_targets', ask: (): Promise<string> | string => peer.matrix(peerText) },
      ...ANNOTATIONS.map(([name, annotations]) => ({
        name: `Waypost, ${name}`,
        ask: () => ask(JSON.stringify({ sources, targets, profile, annotations })),
      })),
    ].map((one) => ({ ...one, ms: [] as number[], processor: [] as number[], mb: [] as number[], answer: '' }))
    for (let round = 0; round <= ROUNDS; round++)
      for (const one of measured) {
        const before = process.memoryUsage().rss
        const { answer, ms, processorMs } = await timed(one.ask)
        one.answer = answer
        if (round === 0) continue
        one.ms.push(ms)
        one.processor.push(processorMs)
        one.mb.push((process.memoryUsage().rss - before) / 1e6)
      }
    console.log(`${profile}: ${SIDE} x ${SIDE} points, ${ROUNDS} rounds`)
    const p50 = (list: number[]) => quantile(list, 0.5)
    for (const { name, ms, processor, mb, answer } of measured)
      console.log(
        `  ${name.padEnd(30)} ms p50 ${p50(ms).toFixed(0)}  most ${Math.max(...ms).toFixed(0)}  ` +
          `ratio p50 ${(p50(ms) / p50(measured[0].ms)).toFixed(3)}, of processor time ${p50(processor).toFixed(0)} ms ` +
          `${(p50(processor) / p50(measured[0].processor)).toFixed(3)} (goal: 0.2)  ${Math.round(answer.length / 1000)} kB  ` +
          `memory grown by at most ${Math.max(0, ...mb).toFixed(0)} MB`,
      )
    const { distance_m: lengths, moving_s: times } = JSON.parse(measured[3].answer) as Record<string, number[][]>
    console.log(`  pairs with a way: ${lengths.flat().filter((value) => value !== null).length} of ${SIDE * SIDE}`)
    let equal = 0
    for (let k = 0; k < COMPARED; k++) {
      const [s, t] = [k % SIDE, (k * 37 + Math.floor(k / SIDE)) % SIDE]
      const { distanceM, movingTime } = planner.planRoute({ waypoints: [sources[s], targets[t]], profile })
      if (distanceM === lengths[s][t] && movingTime!.movingS === times[s][t]) equal++
    }
    console.log(`  values of pairs that equal their routes: ${equal} of ${COMPARED}`)
  }
}
