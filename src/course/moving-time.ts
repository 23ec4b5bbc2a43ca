// Moving time of a line by one of the models of pace-models.ts, the same on foot, running and riding: seconds per metre
// along, up and down, times the factors of its stretches. The line is parallel arrays: `atM` metres from its start
// (ascending), `heightM` metres above sea (NaN: void). What the recordings do not cover (steeper ground, hard grades,
// no height) is timed all the same and reported as outside the calibration; a ferry or a straight leg is not travelled
// and gets no time at all. Pure; knows no network types.

import { type CountedClimb, countedClimb } from '../geo/climb.ts'
import {
  PACE_MODELS,
  type Pace,
  type PaceModel,
  isHilly,
  restQuartiles,
  scopeOf,
  type Walker,
  ownBand,
} from './pace-models.ts'
import { type Sentence, say } from '../language/sentence.ts'
import type { Profile } from '../travel/settings.ts'
import { tenths } from '../wire/numbers.ts'

/** The object `moving_time`, and `time` of a hike (decisions: layouts, time). */
export interface MovingTime {
  model: PaceModel['model']
  /** month of its fit */
  calibrated: string
  movingS: number
  /** low and high of the middle half of people; null if nothing is travelled */
  band50S: [number, number] | null
  /** the same for the middle four fifths */
  band80S: [number, number] | null
  /** moving time plus rests, for the middle half of people; null if nothing is travelled */
  totalS: [number, number] | null
  scope: Sentence
  /** source of the pace */
  basis: 'measured'
  /** median relative error on held-out people, per cent; null with a walker's own pace or if nothing is travelled */
  errorPct: number | null
  outsideCalibrationM: number
  outsideCalibration: Outside[]
}

/** The times of a line as they are sent: `time` is of a hike alone. */
export interface LineTimes {
  time: MovingTime | null
  movingTime: MovingTime | null
}

export const lineTimes = (profile: Profile, movingTime: MovingTime | null): LineTimes => ({
  time: profile === 'hike' ? movingTime : null,
  movingTime,
})

interface Outside {
  fromM: number
  toM: number
  reason: Sentence
}

export interface TimedLine {
  /** metres along the line, ascending */
  atM: Float64Array
  /** metres above sea, NaN: void */
  heightM: Float64Array
}

/** Facts of a part of the line; stretches are in order and do not overlap. */
export interface PaceStretch {
  fromM: number
  toM: number
  /** multiplies the model's pace; 0: not travelled (ferry, straight leg), no time is given */
  paceFactor: number
  /** replaces the model's pace (pushing a bicycle); absent: the model's */
  pace?: Pace
  /** why this part is outside the calibration, null if inside */
  outsideReason: Sentence | null
}

export interface Traveller {
  profile: Profile
  /** null: a person of unknown pace */
  walker: Walker | null
}

/** The time of the whole line with its bands and scope. */
export function movingTime(line: TimedLine, stretches: readonly PaceStretch[], traveller: Traveller): MovingTime {
  return timesAlong(line, stretches, traveller).time
}

/** The same, and moving seconds from the start to every point of the line. */
export function timesAlong(
  line: TimedLine,
  stretches: readonly PaceStretch[],
  traveller: Traveller,
): { time: MovingTime; atS: Float64Array } {
  const model = PACE_MODELS[traveller.profile]
  const { walker } = traveller
  const travelled = travelledOf(line, stretches)
  const { atS, travelledM, ascentM, descentM } = travel(line, stretches, traveller, travelled)
  const outside = outsideOf(line, stretches, model, travelled)
  const movingS = Math.round(atS.length === 0 ? 0 : atS[atS.length - 1])
  const hilly = isHilly(travelledM, ascentM, descentM)
  const spread = hilly ? model.hilly : model.gentle
  const times = ([low, high]: readonly [number, number]): [number, number] | null =>
    movingS > 0 ? [Math.round(movingS * low), Math.round(movingS * high)] : null
  const time: MovingTime = {
    model: model.model,
    calibrated: model.calibrated,
    movingS,
    band50S: times(walker === null ? spread.band50 : ownBand(walker, 50)),
    band80S: times(walker === null ? spread.band80 : ownBand(walker, 80)),
    totalS: times(restQuartiles(model, movingS, hilly)),
    scope: scopeOf(traveller.profile, walker),
    basis: 'measured',
    errorPct: movingS > 0 && walker === null ? model.medianErrorPct : null,
    outsideCalibrationM: tenths(outside.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)),
    outsideCalibration: outside.map(({ fromM, toM, reason }) => ({ fromM: tenths(fromM), toM: tenths(toM), reason })),
  }
  return { time, atS }
}

/** Moving seconds from the start to every point of the line (nothing is added on parts that are not travelled). */
export function secondsAlong(line: TimedLine, stretches: readonly PaceStretch[], traveller: Traveller): Float64Array {
  return travel(line, stretches, traveller, travelledOf(line, stretches)).atS
}

/** By point: 1 where somebody moves on from it. */
function travelledOf({ atM }: TimedLine, stretches: readonly PaceStretch[]): Uint8Array {
  const travelled = new Uint8Array(atM.length).fill(1)
  let i = 0
  for (const { fromM, toM, paceFactor } of stretches) {
    if (paceFactor > 0) continue
    while (i < atM.length && atM[i] < fromM) i++
    for (; i < atM.length && atM[i] < toM; i++) travelled[i] = 0
  }
  return travelled
}

function travel(
  line: TimedLine,
  stretches: readonly PaceStretch[],
  { profile, walker }: Traveller,
  travelled: Uint8Array,
): { atS: Float64Array; travelledM: number; ascentM: number; descentM: number } {
  const { atM, heightM } = line
  const climb = countedClimb(atM, heightM, travelled)
  const journey = new Journey(atM, climb, PACE_MODELS[profile], walker?.factor ?? 1)
  for (const stretch of stretches) {
    journey.goTo(stretch.fromM, null)
    journey.goTo(stretch.toM, stretch)
  }
  journey.goTo(Infinity, null)
  return { atS: journey.atS, travelledM: journey.travelledM, ascentM: climb.ascentM, descentM: climb.descentM }
}

/** The time along a line, one stretch after another. */
class Journey {
  /** seconds from the start to every point passed */
  readonly atS: Float64Array
  travelledM = 0
  readonly #atM: Float64Array
  readonly #climb: CountedClimb
  readonly #model: Pace
  readonly #factor: number
  #seconds = 0
  /** the next point, and the place reached before it */
  #point = 1
  #reachedM: number

  constructor(atM: Float64Array, climb: CountedClimb, model: Pace, factor: number) {
    this.atS = new Float64Array(atM.length)
    this.#atM = atM
    this.#climb = climb
    this.#model = model
    this.#factor = factor
    this.#reachedM = atM[0]
  }

  /** Goes on to a place, or to the end of the line if that comes first; `facts`: null between stretches. */
  goTo(placeM: number, facts: PaceStretch | null): void {
    const atM = this.#atM
    const { upM, downM } = this.#climb
    const paceFactor = facts?.paceFactor ?? 1
    const { levelSPerM, upSPerM, downSPerM } = facts?.pace ?? this.#model
    for (; this.#point < atM.length; this.#point++) {
      const before = this.#point - 1
      const at = this.#reachedM
      const end = atM[this.#point]
      if (at < end) {
        if (placeM <= at) return
        const to = Math.min(end, placeM)
        const share = (to - at) / (end - atM[before])
        if (paceFactor > 0) this.travelledM += to - at
        this.#seconds +=
          this.#factor *
          paceFactor *
          ((to - at) * levelSPerM + share * (upM[before] * upSPerM + downM[before] * downSPerM))
        this.#reachedM = to
        if (to < end) return
      }
      this.#reachedM = end
      this.atS[this.#point] = this.#seconds
    }
  }
}

/** Parts that the model does not cover, in order; the reason of a stretch takes precedence over that of its slope. */
function outsideOf(
  { atM, heightM }: TimedLine,
  stretches: readonly PaceStretch[],
  model: PaceModel,
  travelled: Uint8Array,
): Outside[] {
  const steep = steepStretches({ atM, heightM }, model.steepestSlope, travelled)
  const outside: Outside[] = []
  const push = (fromM: number, toM: number, reason: Sentence) => {
    const before = outside[outside.length - 1]
    if (before !== undefined && before.toM === fromM && before.reason === reason) before.toM = toM
    else if (toM > fromM) outside.push({ fromM, toM, reason })
  }
  const first = atM.length > 0 ? atM[0] : 0
  const last = atM.length > 0 ? atM[atM.length - 1] : 0
  const parts = [...stretches, ...steep]
  const cuts = new Float64Array(parts.length * 2)
  for (let i = 0; i < parts.length; i++) {
    cuts[2 * i] = Math.max(first, Math.min(last, parts[i].fromM))
    cuts[2 * i + 1] = Math.max(first, Math.min(last, parts[i].toM))
  }
  cuts.sort()
  let s = 0
  let k = 0
  for (let c = 0; c + 1 < cuts.length; c++) {
    const at = cuts[c]
    if (at === cuts[c + 1]) continue
    while (s < stretches.length && stretches[s].toM <= at) s++
    while (k < steep.length && steep[k].toM <= at) k++
    const facts = s < stretches.length && stretches[s].fromM <= at ? stretches[s] : null
    const reason = facts?.outsideReason ?? (k < steep.length && steep[k].fromM <= at ? steep[k].reason : null)
    if (reason !== null) push(at, cuts[c + 1], reason)
  }
  return outside
}

const SLOPE_WINDOW_M = 80
export const NO_HEIGHT_REASON = say('reason.calibration.no_height')

interface SteepStretch {
  fromM: number
  toM: number
  reason: Sentence
}

/**
 * Stretches of a line that are steeper than a model covers, or have no height: slopes over windows of about 80 m of
 * travelled ground of known height, never between two neighbouring points, where they would be terrain noise. In order,
 * without overlaps. `travelled`: by point, 1 where somebody moves on from it; elsewhere nothing is reported.
 */
function steepStretches(
  { atM, heightM }: { atM: Float64Array; heightM: Float64Array },
  steepestSlope: number,
  travelled: Uint8Array,
): SteepStretch[] {
  const found: SteepStretch[] = []
  const reason = say('reason.calibration.steep', { slope: steepestSlope })
  const last = atM.length - 1
  for (let from = 0; from < last; ) {
    const known = isKnownFrom(heightM, from)
    const isTravelled = travelled[from] === 1
    let to = from + 1
    while (to < last && travelled[to] === travelled[from] && isKnownFrom(heightM, to) === known) to++
    if (isTravelled && !known) found.push({ fromM: atM[from], toM: atM[to], reason: NO_HEIGHT_REASON })
    if (isTravelled && known)
      visitSteep(atM, heightM, from, to, steepestSlope, (fromM, toM) => found.push({ fromM, toM, reason }))
    from = to
  }
  return found
}

/** Whether a point and the next one both have a known height. */
function isKnownFrom(heightM: Float64Array, point: number): boolean {
  return !Number.isNaN(heightM[point]) && !Number.isNaN(heightM[point + 1])
}

/** Calls `visit` with each window from point `from` to point `to` that is steeper. */
function visitSteep(
  atM: Float64Array,
  heightM: Float64Array,
  from: number,
  to: number,
  steepestSlope: number,
  visit: (fromM: number, toM: number) => void,
): void {
  const lengthM = atM[to] - atM[from]
  if (!(lengthM > 0)) return
  const pieces = Math.max(1, Math.round(lengthM / SLOPE_WINDOW_M))
  let point = from
  let startM = atM[from]
  let startHeightM = heightM[from]
  for (let piece = 1; piece <= pieces; piece++) {
    const endM = piece === pieces ? atM[to] : atM[from] + (lengthM * piece) / pieces
    while (point < to - 1 && atM[point + 1] < endM) point++
    const stepM = atM[point + 1] - atM[point]
    const share = stepM === 0 ? 1 : Math.min(1, (endM - atM[point]) / stepM)
    const endHeightM = heightM[point] + (heightM[point + 1] - heightM[point]) * share
    if (Math.abs((endHeightM - startHeightM) / (endM - startM)) > steepestSlope) visit(startM, endM)
    startM = endM
    startHeightM = endHeightM
  }
}
