// Distributes a finish time over a course by effort: effort km = distance km + climb m / 100 + descent m / 300, a
// pacing rule and not a physiological model. Splits end at each kilometre or mile; their seconds add up to the target
// within 0.1 s; climb is that of src/geo/climb.ts, distributed along the line so that splits add up to the course.
// Without heights time is shared out by length alone: `heights` is none, climb, descent and character are null, and an
// unknown says so (decision: layouts).

import { ServiceError } from '../errors.ts'
import { type Sentence, say } from '../language/sentence.ts'
import type { Unknown } from '../unknowns.ts'
import { roundTo, MAX_NUMBER_CHARACTERS } from '../wire/numbers.ts'
import { turningPoints } from '../geo/climb.ts'
import { type HeightSeries, type HeightsAt, ascentMethod, getHeightSeries } from './course-heights.ts'
import type { Course } from './course.ts'

export const MILE_M = 1609.344

export type PaceTarget = { targetTime: string } | { targetSeconds: number } | { flatPaceSPerKm: number }

interface PaceSplit {
  label: Sentence
  fromM: number
  toM: number
  distanceM: number
  /** null where no heights are known along it */
  gainM: number | null
  lossM: number | null
  paceSPerKm: number
  seconds: number
  cumulativeSeconds: number
  /** null where heights are missing along it: it might be anything */
  character: SplitCharacter | null
}

export interface PacePlan {
  unit: 'km' | 'mi'
  target: { kind: 'time' | 'flat_pace'; seconds: number; flatPaceSPerKm: number }
  course: {
    distanceM: number
    /** null without heights */
    gainM: number | null
    lossM: number | null
    heights: 'recorded' | 'terrain' | 'none'
    smoothing: Sentence
  }
  effort: { rule: Sentence; characterRule: Sentence; flatPaceSPerKm: number; effortKm: number }
  splits: PaceSplit[]
  unknowns: Unknown[]
}

/**
 * Uses recorded heights if they pass the check, else the terrain's, else none. Throws `invalid_input` for a course
 * without length.
 */
export async function pacePlan(
  course: Course,
  target: PaceTarget,
  unit: 'km' | 'mi',
  heightsAt: HeightsAt | null,
): Promise<PacePlan> {
  if (!(course.lengthM >= 0.01))
    throw new ServiceError(say('error.invalid_input.no_length'), {
      inputPath: course.format === 'gpx' ? 'gpx' : 'geometry',
    })
  let series: HeightSeries | null = null
  const unknowns: Unknown[] = []
  try {
    series = await getHeightSeries(course, 'auto', heightsAt)
    unknowns.push(...series.unknowns)
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.code !== 'no_heights' && error.code !== 'terrain_unavailable'))
      throw error
    unknowns.push({
      code: 'heights_none',
      message: say('unknown.heights_none.splits'),
    })
  }
  return planOver(course, series, target, unit, unknowns)
}

function planOver(
  course: Course,
  series: HeightSeries | null,
  target: PaceTarget,
  unit: 'km' | 'mi',
  unknowns: Unknown[],
): PacePlan {
  const distanceM = course.lengthM
  const climb = series === null ? null : cumulativeClimb(series)
  const total = climb === null ? LEVEL : climb.at(distanceM)
  const effortKm = effortOf(distanceM, total.gainM, total.lossM)
  const wantedS =
    'targetTime' in target
      ? readTargetTime(target.targetTime)
      : 'targetSeconds' in target
        ? target.targetSeconds
        : target.flatPaceSPerKm * effortKm
  const flatPaceSPerKm = 'flatPaceSPerKm' in target ? target.flatPaceSPerKm : wantedS / effortKm
  return {
    unit,
    target: {
      kind: 'flatPaceSPerKm' in target ? 'flat_pace' : 'time',
      seconds: roundTo(wantedS, 10),
      flatPaceSPerKm: roundTo(flatPaceSPerKm, 100),
    },
    course: {
      distanceM: roundTo(distanceM, 100),
      gainM: climb === null ? null : roundTo(total.gainM, 10),
      lossM: climb === null ? null : roundTo(total.lossM, 10),
      heights: series?.source ?? 'none',
      smoothing: series === null ? say('method.climb.none') : ascentMethod(series.source),
    },
    effort: {
      rule: say('method.effort'),
      characterRule: CHARACTER_RULE,
      flatPaceSPerKm: roundTo(flatPaceSPerKm, 100),
      effortKm: roundTo(effortKm, 1000),
    },
    splits: splitCourse(distanceM, series, unit, wantedS, effortKm),
    unknowns,
  }
}

const LEVEL = { gainM: 0, lossM: 0 }

/** The wanted time shared out by effort; the last split ends with it. */
function splitCourse(
  distanceM: number,
  series: HeightSeries | null,
  unit: 'km' | 'mi',
  wantedS: number,
  effortKm: number,
): PaceSplit[] {
  const splits: PaceSplit[] = []
  const climb = series === null ? null : cumulativeClimb(series)
  const markM = unit === 'km' ? 1000 : MILE_M
  let fromM = 0
  let before = LEVEL
  let doneEffortKm = 0
  let doneS = 0
  for (const toM of marks(distanceM, markM)) {
    const last = toM === distanceM
    const after = climb === null ? before : climb.at(toM)
    const gainM = after.gainM - before.gainM
    const lossM = after.lossM - before.lossM
    doneEffortKm += effortOf(toM - fromM, gainM, lossM)
    const cumulativeSeconds = roundTo(last ? wantedS : (wantedS * doneEffortKm) / effortKm, 10)
    const splitS = roundTo(cumulativeSeconds - doneS, 10)
    const splitM = toM - fromM
    const index = splits.length + 1
    const known = series === null ? 'none' : knownAlong(series, fromM, toM)
    splits.push({
      label:
        last && splitM < markM - 0.005
          ? say('label.split.part', { splitUnit: unit, number: index, ofMark: splitM / markM })
          : say('label.split', { splitUnit: unit, number: index }),
      fromM: roundTo(fromM, 100),
      toM: roundTo(toM, 100),
      distanceM: roundTo(splitM, 100),
      gainM: known === 'none' ? null : roundTo(gainM, 10),
      lossM: known === 'none' ? null : roundTo(lossM, 10),
      paceSPerKm: roundTo((wantedS * effortOf(splitM, gainM, lossM)) / effortKm / (splitM / 1000), 10),
      seconds: splitS,
      cumulativeSeconds,
      character: known === 'all' ? characterOf(splitM, gainM, lossM) : null,
    })
    fromM = toM
    before = after
    doneS = cumulativeSeconds
  }
  return splits
}

/** Whether the heights that climb is counted over are known along a stretch. */
function knownAlong({ atM, climbM: heightM }: HeightSeries, fromM: number, toM: number): 'all' | 'part' | 'none' {
  let knownM = 0
  for (let i = 0; i + 1 < atM.length && atM[i] < toM; i++)
    if (!Number.isNaN(heightM[i]) && !Number.isNaN(heightM[i + 1]))
      knownM += Math.max(0, Math.min(atM[i + 1], toM) - Math.max(atM[i], fromM))
  return knownM <= 0 ? 'none' : knownM >= toM - fromM - UNKNOWN_M ? 'all' : 'part'
}

/** As much without heights changes no character. */
const UNKNOWN_M = 1

const effortOf = (distanceM: number, gainM: number, lossM: number): number =>
  distanceM / 1000 + gainM / 100 + lossM / 300

/** Ends of the splits; a remainder under a centimetre belongs to the last mark. */
function* marks(distanceM: number, markM: number): Generator<number> {
  for (let k = 1; k * markM < distanceM - 0.01; k++) yield k * markM
  yield distanceM
}

interface CumulativeClimb {
  at(m: number): { gainM: number; lossM: number }
}

/**
 * Climb up to any position of a course, so that the climb of its parts adds up to that of the whole. Gain and loss from
 * the start to any position: between two turning points they grow with the highest (lowest) height so far.
 */
function cumulativeClimb({
  atM,
  climbM: heightM,
  partStart,
}: Pick<HeightSeries, 'atM' | 'climbM' | 'partStart'>): CumulativeClimb {
  const gain = new Float64Array(atM.length)
  const loss = new Float64Array(atM.length)
  let gainM = 0
  let lossM = 0
  const runTo = (from: number, to: number): void => {
    const pivots = turningPoints(heightM, from, to)
    gain[from] = gainM
    loss[from] = lossM
    for (let k = 1; k < pivots.length; k++) {
      const startM = heightM[pivots[k - 1]]
      const up = heightM[pivots[k]] >= startM
      let reachedM = startM
      for (let i = pivots[k - 1] + 1; i <= pivots[k]; i++) {
        const height = up ? Math.min(heightM[i], heightM[pivots[k]]) : Math.max(heightM[i], heightM[pivots[k]])
        reachedM = up ? Math.max(reachedM, height) : Math.min(reachedM, height)
        gain[i] = gainM + (up ? reachedM - startM : 0)
        loss[i] = lossM + (up ? 0 : startM - reachedM)
      }
      gainM = gain[pivots[k]]
      lossM = loss[pivots[k]]
    }
  }
  for (let p = 0; p + 1 < partStart.length; p++) {
    let from = partStart[p]
    for (let i = from; i <= partStart[p + 1]; i++) {
      if (i < partStart[p + 1] && !Number.isNaN(heightM[i])) continue
      if (i > from) runTo(from, i)
      if (i < partStart[p + 1]) {
        gain[i] = gainM
        loss[i] = lossM
      }
      from = i + 1
    }
  }
  return {
    at(m) {
      let sample = 0
      for (let end = atM.length - 1; end - sample > 1; ) {
        const middle = (sample + end) >> 1
        if (atM[middle] < m) sample = middle
        else end = middle
      }
      const next = Math.min(sample + 1, atM.length - 1)
      const stepM = atM[next] - atM[sample]
      const share = stepM <= 0 ? 1 : Math.max(0, Math.min(1, (m - atM[sample]) / stepM))
      return {
        gainM: gain[sample] + (gain[next] - gain[sample]) * share,
        lossM: loss[sample] + (loss[next] - loss[sample]) * share,
      }
    },
  }
}

/** Metres of climb or descent per kilometre from which a split has a character; see characterOf. */
const STEADY_M_PER_KM = 40
const MAJOR_M_PER_KM = 100
const TECHNICAL_M_PER_KM = 130
const ROLLING_M_PER_KM = 60
/** One direction dominates when it is this many times the other. */
const OUTWEIGHS = 2
const CHARACTER_RULE = say('method.character', {
  steadyM: STEADY_M_PER_KM,
  majorM: MAJOR_M_PER_KM,
  technicalM: TECHNICAL_M_PER_KM,
  rollingM: ROLLING_M_PER_KM,
})

type SplitCharacter =
  | 'runnable'
  | 'steady climb'
  | 'major climb'
  | 'fast descent'
  | 'technical descent'
  | 'rolling mountain terrain'
/**
 * The character of a split: what a runner meets there, by climb and descent for each kilometre. The character of a
 * split by CHARACTER_RULE; splits under 200 m are judged as if their climb were over 200 m.
 */
export function characterOf(distanceM: number, gainM: number, lossM: number): SplitCharacter {
  const km = Math.max(distanceM, 200) / 1000
  const up = gainM / km
  const down = lossM / km
  if (up >= STEADY_M_PER_KM && up >= OUTWEIGHS * down) return up >= MAJOR_M_PER_KM ? 'major climb' : 'steady climb'
  if (down >= STEADY_M_PER_KM && down >= OUTWEIGHS * up)
    return down >= TECHNICAL_M_PER_KM ? 'technical descent' : 'fast descent'
  return up + down >= ROLLING_M_PER_KM ? 'rolling mountain terrain' : 'runnable'
}

export const MAX_TARGET_S = 360_000

export const TARGET_TIME = /^\s*(?:(?:(\d{1,3}):([0-5]?\d)|(\d{1,4})):([0-5]\d(?:\.\d+)?)|(\d{1,5}(?:\.\d+)?))\s*$/

/** Finish times as people write them. Seconds of `h:mm:ss`, `mm:ss` or minutes. Throws ServiceError `invalid_input`. */
export function readTargetTime(word: string): number {
  const parts = word.length > MAX_NUMBER_CHARACTERS ? null : TARGET_TIME.exec(word)
  const [, hours = '0', minutesOfHour, minutes, ofMinute, alone] = parts ?? []
  const seconds =
    parts === null
      ? NaN
      : alone === undefined
        ? Number(hours) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(ofMinute)
        : Number(alone) * 60
  if (!(seconds > 0 && seconds <= MAX_TARGET_S)) {
    throw new ServiceError(say('error.invalid_input.target_time', { field: 'targetTime' }), { inputPath: 'targetTime' })
  }
  return seconds
}
