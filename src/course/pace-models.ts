// The models of moving time and their measured parameters: `service-hike/2`, `service-run/1`, `service-bike/1`.
// Seconds = level per metre + up per metre climbed + down per metre dropped; climb is that of src/geo/climb.ts, so that
// the time can be recalculated by hand from the distance, ascent and descent of an answer. Fitted on recordings of many
// people, all with equal weight, and evaluated on held-out people: `npm run bench -- hike-time` recomputes every number
// here (docs/time.md), and test/course/pace-models.test.ts checks them.

import { type Sentence, say } from '../language/sentence.ts'
import type { Profile } from '../travel/settings.ts'
import type { SurfaceKind } from '../travel/surfaces.ts'

/** Seconds per metre along, per metre up and per metre down. */
export interface Pace {
  levelSPerM: number
  upSPerM: number
  downSPerM: number
}

/** Factors on the moving time: low and high for a person of unknown pace. */
export interface Spread {
  band50: readonly [number, number]
  band80: readonly [number, number]
}

export interface PaceModel extends Pace {
  model: 'service-hike/2' | 'service-run/1' | 'service-bike/1'
  /** month of the fit: a name of the contract stays where its figures are fitted again */
  calibrated: string
  recordings: number
  people: number
  /** median relative error on held-out people, per cent */
  medianErrorPct: number
  /** of lines with hills (isHilly) and without */
  hilly: Spread
  gentle: Spread
  /** steepest slope that the recordings cover; anything steeper is outside the calibration */
  steepestSlope: number
  /** recordings usable to measure a person's own pace: metres, least moving seconds, fastest km/h */
  takes: { fromM: number; toM: number; movingS: number; kmh: number }
  /** quartiles of duration over moving time from `fromS` of moving time on, ascending */
  rests: { hilly: readonly Rest[]; gentle: readonly Rest[] }
  /** how a person's own recordings narrow the bands */
  own: OwnPace
}

export interface Rest {
  fromS: number
  quartiles: readonly [number, number]
}

interface OwnPace {
  /** number of average recordings against which a person's own are weighed */
  shrinkage: number
  /** standard deviation of the logarithm from one recording of a person to the next */
  withinPerson: number
  /** the same between different people */
  betweenPeople: number
}

const HOUR_S = 3600

export const PACE_MODELS: Record<Profile, PaceModel> = {
  hike: {
    model: 'service-hike/2',
    calibrated: '2026-11',
    levelSPerM: 0.712,
    upSPerM: 3.03,
    downSPerM: 2.34,
    recordings: 377,
    people: 40,
    medianErrorPct: 11.6,
    hilly: { band50: [0.9, 1.1], band80: [0.78, 1.23] },
    gentle: { band50: [0.93, 1.13], band80: [0.84, 1.25] },
    steepestSlope: 0.4,
    takes: { fromM: 3000, toM: 40_000, movingS: 1800, kmh: 7 },
    rests: {
      hilly: [
        { fromS: 0, quartiles: [1.25, 1.82] },
        { fromS: 4 * HOUR_S, quartiles: [1.32, 1.85] },
      ],
      gentle: [
        { fromS: 0, quartiles: [1.05, 1.35] },
        { fromS: 2 * HOUR_S, quartiles: [1.13, 1.52] },
      ],
    },
    own: { shrinkage: 1.4, withinPerson: 0.1, betweenPeople: 0.145 },
  },
  run: {
    model: 'service-run/1',
    calibrated: '2026-11',
    levelSPerM: 0.373,
    upSPerM: 1.52,
    downSPerM: 0,
    recordings: 326,
    people: 37,
    medianErrorPct: 12.4,
    hilly: { band50: [0.88, 1.13], band80: [0.74, 1.24] },
    gentle: { band50: [0.88, 1.13], band80: [0.74, 1.24] },
    steepestSlope: 0.2,
    takes: { fromM: 3000, toM: 60_000, movingS: 900, kmh: 20 },
    rests: {
      hilly: [{ fromS: 0, quartiles: [1, 1.07] }],
      gentle: [{ fromS: 0, quartiles: [1, 1.07] }],
    },
    own: { shrinkage: 0.7, withinPerson: 0.105, betweenPeople: 0.16 },
  },
  bike: {
    model: 'service-bike/1',
    calibrated: '2026-11',
    levelSPerM: 0.195,
    upSPerM: 2.8,
    downSPerM: 0,
    recordings: 198,
    people: 24,
    medianErrorPct: 18.5,
    hilly: { band50: [0.82, 1.22], band80: [0.75, 1.58] },
    gentle: { band50: [0.82, 1.22], band80: [0.75, 1.58] },
    steepestSlope: 0.15,
    takes: { fromM: 3000, toM: 200_000, movingS: 900, kmh: 50 },
    rests: {
      hilly: [{ fromS: 0, quartiles: [1.09, 1.53] }],
      gentle: [
        { fromS: 0, quartiles: [1.04, 1.24] },
        { fromS: 2 * HOUR_S, quartiles: [1.27, 1.88] },
      ],
    },
    own: { shrinkage: 0.7, withinPerson: 0.18, betweenPeople: 0.19 },
  },
}

/** Mean of ascent and descent from which a line counts as hilly: metres, and metres per metre. */
const HILLY_M = 300
const HILLY_SLOPE = 0.025

export function isHilly(lengthM: number, ascentM: number, descentM: number): boolean {
  const climbM = (ascentM + descentM) / 2
  return climbM >= HILLY_M || climbM >= HILLY_SLOPE * lengthM
}

/** Quartiles of duration over moving time. */
export function restQuartiles(model: PaceModel, movingS: number, hilly: boolean): readonly [number, number] {
  const rests = hilly ? model.rests.hilly : model.rests.gentle
  return rests.findLast(({ fromS }) => movingS >= fromS)!.quartiles
}

/** What the time covers. */
export function scopeOf(profile: Profile, walker: { factor: number } | null = null): Sentence {
  const { levelSPerM, upSPerM, downSPerM, recordings, people, medianErrorPct } = PACE_MODELS[profile]
  const rates = { levelMinutes: (levelSPerM * 1000) / 60, upMinutes: (upSPerM * 100) / 60 }
  const values = { ...rates, recordings, people, measured: say(`part.measured.${profile}`) }
  const down = { downMinutes: (downSPerM * 100) / 60 }
  if (walker === null) {
    const unknown = { ...values, errorShare: medianErrorPct / 100 }
    return downSPerM > 0 ? say('method.time.down', { ...unknown, ...down }) : say('method.time', unknown)
  }
  const own = { ...values, timesModel: walker.factor }
  return downSPerM > 0 ? say('method.time.own_down', { ...own, ...down }) : say('method.time.own', own)
}

// Factors on the pace of a stretch and the basis of each. The available recordings do not say what ground they are on,
// so none of these is measured; 1 is the mix of ground in the recordings. Snow has no factor: times assume ground
// without it, and answers say so.
/** On foot, by surface: judgement. */
export const SURFACE_PACE_FACTOR: Record<SurfaceKind, number> = { paved: 0.95, gravel: 0.97, trail: 1, unknown: 1 }
/** On foot, by SAC grade, index 0 untagged, 1..6 = T1..T6, 7 via ferrata: judgement; from T4 on outside calibration. */
export const SAC_PACE_FACTOR = [1, 1, 1.05, 1.15, 1.5, 2, 2.6, 3] as const
/** On foot, steps: judgement. */
export const STEPS_PACE_FACTOR = 1.1
/** First SAC grade that no recording covers. */
export const FIRST_SAC_OUTSIDE = 4
/** Pushing a bicycle takes this much longer than walking: judgement. */
export const PUSHING_PACE_FACTOR = 1.2

export interface Walker {
  /** multiplies the model's moving time */
  factor: number
  /** standard deviation of the logarithm of moving time over this */
  spread: number
}

export const MIN_FACTOR = 0.4
export const MAX_FACTOR = 2.5
export const MIN_SPREAD = 0.02
export const MAX_SPREAD = 0.5

/** Standard deviations that contain half and four fifths of a normal distribution. */
const WITHIN = { 50: 0.6745, 80: 1.2816 } as const

/** Low and high factors on the person's own moving time. */
export function ownBand({ spread }: Walker, share: 50 | 80): [number, number] {
  return [Math.exp(-WITHIN[share] * spread), Math.exp(WITHIN[share] * spread)]
}

/**
 * A person's own pace: a factor on the model's times and how much their next recording may differ from it. Measured
 * from recordings by measure-walker.ts, or sent by the caller; nothing of it is stored. A walker from the logarithms of
 * recorded over model time of some recordings: the median, shrunk towards the average the more, the fewer there are.
 * Returns null if there are none.
 */
export function walkerFrom(
  logs: readonly number[],
  { shrinkage, withinPerson, betweenPeople }: OwnPace,
): Walker | null {
  if (logs.length === 0) return null
  const sorted = [...logs].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  const known = logs.length / (logs.length + shrinkage)
  return {
    factor: Math.exp(median * known),
    spread: Math.sqrt(withinPerson ** 2 + betweenPeople ** 2 * (1 - known)),
  }
}
