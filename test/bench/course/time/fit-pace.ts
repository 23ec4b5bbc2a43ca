// Seconds = level * metres + up * metres up + down * metres down, fitted to recordings: the logarithm of recorded over
// told time is made small by Huber's loss, every person weighing the same however much of theirs there is.

import type { Recording } from './recordings.ts'

export interface Pace {
  levelSPerM: number
  upSPerM: number
  downSPerM: number
}

/** Beyond this a logarithm of the error counts by its size and no longer by its square. */
const HUBER = 0.2

export function paceS({ levelSPerM, upSPerM, downSPerM }: Pace, { lengthM, ascentM, descentM }: Recording): number {
  return levelSPerM * lengthM + upSPerM * ascentM + downSPerM * descentM
}

/** One over how many recordings the person has. */
export function personWeights(recordings: readonly Recording[]): number[] {
  const counts = new Map<string, number>()
  for (const { person } of recordings) counts.set(person, (counts.get(person) ?? 0) + 1)
  return recordings.map(({ person }) => 1 / counts.get(person)!)
}

/** All three terms over all recordings alike: what serves a typical walker best. */
export function fitPace(recordings: readonly Recording[], weights = personWeights(recordings)): Pace {
  const rows = recordings.map(({ lengthM, ascentM, descentM }) => [lengthM, ascentM, descentM])
  const b = solve(
    rows,
    recordings.map(({ movingS }) => Math.log(movingS)),
    weights,
    [0.72, 3, 2.4],
  )
  return { levelSPerM: b[0], upSPerM: b[1], downSPerM: b[2] }
}

/**
 * Climb from each person's own recordings beside one another (fit runners run up more, so that across people climb
 * seems to cost nothing), the level from all people. Descent is taken as level ground.
 */
export function fitPaceWithin(recordings: readonly Recording[]): Pace {
  const weights = personWeights(recordings)
  const groups = new Map<string, number[]>()
  recordings.forEach(({ person }, i) => groups.set(person, [...(groups.get(person) ?? []), i]))
  const several = [...groups.values()].filter((group) => group.length >= 3)
  const logs = (ratio: number) =>
    recordings.map(({ movingS, lengthM, ascentM }) => Math.log(movingS / (lengthM + ratio * ascentM)))
  const loss = (ratio: number): number => {
    const log = logs(ratio)
    let sum = 0
    for (const group of several) {
      const own = quantile(
        group.map((i) => log[i]),
        group.map(() => 1),
        0.5,
      )
      for (const i of group) sum += huber(log[i] - own) / group.length
    }
    return sum
  }
  // golden section over equivalent metres of level per metre up
  let [low, high] = [0, 40]
  const golden = (Math.sqrt(5) - 1) / 2
  for (let k = 0; k < 40; k++) {
    const a = high - golden * (high - low)
    const b = low + golden * (high - low)
    if (loss(a) < loss(b)) high = b
    else low = a
  }
  const ratio = (low + high) / 2
  const levelSPerM = Math.exp(quantile(logs(ratio), weights, 0.5))
  return { levelSPerM, upSPerM: levelSPerM * ratio, downSPerM: 0 }
}

const huber = (e: number): number => (Math.abs(e) < HUBER ? (e * e) / 2 : HUBER * (Math.abs(e) - HUBER / 2))

/** Gauss-Newton with Huber's weights on log(y) - log(row . b). */
function solve(rows: number[][], logY: number[], weights: number[], start: number[]): number[] {
  const b = [...start]
  const n = b.length
  for (let round = 0; round < 60; round++) {
    const normal = Array.from({ length: n }, () => new Array<number>(n + 1).fill(0))
    rows.forEach((row, i) => {
      const reported = row.reduce((sum, x, k) => sum + x * b[k], 0)
      const e = logY[i] - Math.log(reported)
      const w = weights[i] * (Math.abs(e) <= HUBER ? 1 : HUBER / Math.abs(e))
      const slope = row.map((x) => x / reported)
      for (let r = 0; r < n; r++) {
        for (let c = 0; c < n; c++) normal[r][c] += w * slope[r] * slope[c]
        normal[r][n] += w * slope[r] * e
      }
    })
    const step = gauss(normal)
    for (let k = 0; k < n; k++) b[k] += step[k]
    if (step.every((s, k) => Math.abs(s) < 1e-9 * Math.abs(b[k]))) break
  }
  return b
}

function gauss(m: number[][]): number[] {
  const n = m.length
  for (let c = 0; c < n; c++) {
    const pivot = m.slice(c).reduce((best, row, k) => (Math.abs(row[c]) > Math.abs(m[best][c]) ? c + k : best), c)
    ;[m[c], m[pivot]] = [m[pivot], m[c]]
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const f = m[r][c] / m[c][c]
      for (let k = c; k <= n; k++) m[r][k] -= f * m[c][k]
    }
  }
  return m.map((row, k) => row[n] / row[k])
}

/** The `share` quantile of weighted values, interpolated between their middles. */
export function quantile(values: readonly number[], weights: readonly number[], share: number): number {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b])
  const total = weights.reduce((a, b) => a + b, 0)
  let gone = 0
  let before = { at: -1, value: values[order[0]] }
  for (const i of order) {
    const at = (gone + weights[i] / 2) / total
    if (at >= share)
      return before.at < 0
        ? values[i]
        : before.value + ((values[i] - before.value) * (share - before.at)) / (at - before.at)
    before = { at, value: values[i] }
    gone += weights[i]
  }
  return before.value
}
