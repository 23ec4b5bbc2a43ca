// Errors of estimated times on people whose recordings the model has not seen. Every person weighs the same; intervals
// are from resampling the people with replacement.

import { personWeights, quantile } from './fit-pace.ts'
import type { Recording } from './recordings.ts'

export interface Verdict {
  /** median and 90th percentile of the relative error, and by how much estimates are too long (geometric mean) */
  median: number
  p90: number
  bias: number
}

/** `logs` are logarithms of recorded over estimated time. */
export function verdictOf(recordings: readonly Recording[], logs: readonly number[]): Verdict {
  return verdict(logs, personWeights(recordings))
}

function verdict(logs: readonly number[], weights: readonly number[]): Verdict {
  const errors = logs.map((log) => Math.abs(Math.exp(-log) - 1))
  const total = weights.reduce((a, b) => a + b, 0)
  return {
    median: quantile(errors, weights, 0.5),
    p90: quantile(errors, weights, 0.9),
    bias: Math.exp(-logs.reduce((sum, log, i) => sum + log * weights[i], 0) / total) - 1,
  }
}

/** Logarithms of recorded over modelled time, each recording judged by what the recordings of all others give. */
export function leftOut<Model>(
  recordings: readonly Recording[],
  fit: (others: Recording[]) => Model,
  modelledS: (model: Model, recording: Recording) => number,
): number[] {
  const models = new Map<string, Model>()
  return recordings.map((recording) => {
    let model = models.get(recording.person)
    if (model === undefined)
      models.set(recording.person, (model = fit(recordings.filter(({ person }) => person !== recording.person))))
    return Math.log(recording.movingS / modelledS(model, recording))
  })
}

/** Logarithms with one factor taken out: the median over everybody else. */
export function factorLeftOut(recordings: readonly Recording[], logs: readonly number[]): number[] {
  const weights = personWeights(recordings)
  const factors = new Map<string, number>()
  return recordings.map(({ person }, i) => {
    let log = factors.get(person)
    if (log === undefined) {
      const others = recordings.flatMap((one, k) => (one.person === person ? [] : [k]))
      log = quantile(
        others.map((k) => logs[k]),
        others.map((k) => weights[k]),
        0.5,
      )
      factors.set(person, log)
    }
    return logs[i] - log
  })
}

export const LEVELS = { 50: [0.25, 0.75], 80: [0.09, 0.91] } as const

/** Low and high logarithms that hold a share of the others' recordings. */
export function bandOf(recordings: readonly Recording[], logs: readonly number[], share: 50 | 80): [number, number] {
  const weights = personWeights(recordings)
  return [quantile(logs, weights, LEVELS[share][0]), quantile(logs, weights, LEVELS[share][1])]
}

/** Per recording, whether a band from everybody else's recordings of the list holds it. */
export function heldLeftOut(recordings: readonly Recording[], logs: readonly number[], share: 50 | 80): boolean[] {
  const bands = new Map<string, [number, number]>()
  return recordings.map(({ person }, i) => {
    let band = bands.get(person)
    if (band === undefined) {
      const others = recordings.flatMap((one, k) => (one.person === person ? [] : [k]))
      band = bandOf(
        others.map((k) => recordings[k]),
        others.map((k) => logs[k]),
        share,
      )
      bands.set(person, band)
    }
    return logs[i] >= band[0] && logs[i] <= band[1]
  })
}

/** Share of recordings for which `held`, every person weighing the same. */
export function shareOf(recordings: readonly Recording[], held: readonly boolean[]): number {
  const weights = personWeights(recordings)
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.reduce((sum, weight, i) => sum + (held[i] ? weight : 0), 0) / total
}

/** 90 % interval of a figure over people drawn again. `figure` gets indexes and weights of a draw. */
export function bootstrap(
  recordings: readonly Recording[],
  figure: (indexes: number[], weights: number[]) => number,
  draws = 1000,
): [number, number] {
  const byPerson = new Map<string, number[]>()
  recordings.forEach(({ person }, i) => byPerson.set(person, [...(byPerson.get(person) ?? []), i]))
  const people = [...byPerson.values()]
  let state = 1
  const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const values: number[] = []
  for (let draw = 0; draw < draws; draw++) {
    const indexes: number[] = []
    const weights: number[] = []
    for (let k = 0; k < people.length; k++)
      for (const i of people[Math.floor(random() * people.length)]) {
        indexes.push(i)
        weights.push(1 / byPerson.get(recordings[i].person)!.length)
      }
    values.push(figure(indexes, weights))
  }
  values.sort((a, b) => a - b)
  return [values[Math.floor(draws * 0.05)], values[Math.floor(draws * 0.95)]]
}

/** Intervals of the verdict, 90 %. */
export function verdictIntervals(
  recordings: readonly Recording[],
  logs: readonly number[],
): Record<keyof Verdict, [number, number]> {
  const drawn: Verdict[] = []
  bootstrap(
    recordings,
    (indexes, weights) => {
      drawn.push(
        verdict(
          indexes.map((i) => logs[i]),
          weights,
        ),
      )
      return 0
    },
    500,
  )
  const of = (key: keyof Verdict): [number, number] => {
    const values = drawn.map((one) => one[key]).sort((a, b) => a - b)
    return [values[25], values[474]]
  }
  return { median: of('median'), p90: of('p90'), bias: of('bias') }
}

/**
 * What is left of each recording's logarithm once the person's last `count` recordings before it have given a factor:
 * the median of theirs, drawn towards none by count / (count + shrinkage). Null where there are fewer.
 */
export function withOwn(
  recordings: readonly Recording[],
  logs: readonly number[],
  count: number,
  shrinkage: number,
): (number | null)[] {
  return recordings.map(({ person, nth }, i) => {
    if (count === 0) return logs[i]
    const own = recordings
      .flatMap((one, k) => (one.person === person && one.nth < nth ? [k] : []))
      .sort((a, b) => recordings[b].nth - recordings[a].nth)
      .slice(0, count)
    if (own.length < count) return null
    const log = quantile(
      own.map((k) => logs[k]),
      own.map(() => 1),
      0.5,
    )
    return logs[i] - (log * count) / (count + shrinkage)
  })
}
