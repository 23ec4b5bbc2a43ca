// Moving time of a line by one of the models of pace-models.ts, the same on foot, running and riding: seconds per metre
// along, up and down, times the factors of its stretches. The line is parallel arrays: `atM` metres from its start
// (ascending), `heightM` metres above sea (NaN: void). What the recordings do not cover (steeper ground, hard grades,
// no height) is timed all the same and reported as outside the calibration; a ferry or a straight leg is not travelled
// and gets no time at all. Pure; knows no network types.

import { countedClimb } from './counted-climb.ts'
import { isHilly, PACE_MODELS, restQuartiles, scopeOf, type Pace, type PaceModel } from './pace-models.ts'
import { steepStretches } from './steep-stretches.ts'
import { ownBand, type Walker } from './walker-pace.ts'
import type { Profile } from '../travel/settings.ts'
import { tenths } from '../wire/round-to.ts'

/** The object `time` (docs/decisions.md, D13 and D14). */
export interface MovingTime {
  model: PaceModel['model']
  movingS: number
  /** low and high of the middle half of people; null if nothing is travelled */
  band50S: [number, number] | null
  /** the same for the middle four fifths */
  band80S: [number, number] | null
  /** moving time plus rests, for the middle half of people; null if nothing is travelled */
  totalS: [number, number] | null
  scope: string
  /** source of the pace */
  basis: 'measured'
  /** median relative error on held-out people, per cent; null with a walker's own pace or if nothing is travelled */
  errorPct: number | null
  outsideCalibrationM: number
  outsideCalibration: Outside[]
}

export interface Outside {
  fromM: number
  toM: number
  reason: string
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
  outsideReason: string | null
}

export interface Traveller {
  profile: Profile
  /** null: a person of unknown pace */
  walker: Walker | null
}

/** The time of the whole line with its bands and scope. */
export function movingTime(line: TimedLine, stretches: readonly PaceStretch[], traveller: Traveller): MovingTime {
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
  return {
    model: model.model,
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
}

/** Moving seconds from the start to every point of the line (nothing is added on parts that are not travelled). */
export function secondsAlong(line: TimedLine, stretches: readonly PaceStretch[], traveller: Traveller): Float64Array {
  return travel(line, stretches, traveller, travelledOf(line, stretches)).atS
}

/** Finds the stretch at ascending positions; returns null between stretches. */
function cursorOf(stretches: readonly PaceStretch[]): (atM: number) => PaceStretch | null {
  let i = 0
  return (atM) => {
    while (i < stretches.length && stretches[i].toM <= atM) i++
    return i < stretches.length && stretches[i].fromM <= atM ? stretches[i] : null
  }
}

/** By point: 1 where somebody moves on from it. */
function travelledOf({ atM }: TimedLine, stretches: readonly PaceStretch[]): Uint8Array {
  const travelled = new Uint8Array(atM.length).fill(1)
  let s = 0
  for (let i = 0; i < atM.length; i++) {
    const at = atM[i]
    while (s < stretches.length && stretches[s].toM <= at) s++
    if (s === stretches.length) break
    if (stretches[s].fromM <= at && !(stretches[s].paceFactor > 0)) travelled[i] = 0
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
  const factor = walker?.factor ?? 1
  const climb = countedClimb(atM, heightM, travelled)
  const atS = new Float64Array(atM.length)
  let seconds = 0
  let travelledM = 0
  let stretch = 0
  for (let i = 1; i < atM.length; i++) {
    let at = atM[i - 1]
    const end = atM[i]
    const stepM = end - at
    while (at < end) {
      while (stretch < stretches.length && stretches[stretch].toM <= at) stretch++
      const next = stretch < stretches.length ? stretches[stretch] : null
      const facts = next !== null && next.fromM <= at ? next : null
      const to = next === null ? end : Math.min(end, facts === null ? next.fromM : next.toM)
      const share = (to - at) / stepM
      const paceFactor = facts?.paceFactor ?? 1
      const pace = facts?.pace ?? PACE_MODELS[profile]
      if (paceFactor > 0) travelledM += to - at
      seconds +=
        factor *
        paceFactor *
        ((to - at) * pace.levelSPerM + share * (climb.upM[i - 1] * pace.upSPerM + climb.downM[i - 1] * pace.downSPerM))
      at = to
    }
    atS[i] = seconds
  }
  return { atS, travelledM, ascentM: climb.ascentM, descentM: climb.descentM }
}

/** Parts that the model does not cover, in order; the reason of a stretch takes precedence over that of its slope. */
function outsideOf(
  { atM, heightM }: TimedLine,
  stretches: readonly PaceStretch[],
  model: PaceModel,
  travelled: Uint8Array,
): Outside[] {
  const facts = cursorOf(stretches)
  const steep = steepStretches({ atM, heightM }, model.steepestSlope, travelled)
  const outside: Outside[] = []
  const push = (fromM: number, toM: number, reason: string) => {
    const before = outside[outside.length - 1]
    if (before !== undefined && before.toM === fromM && before.reason === reason) before.toM = toM
    else if (toM > fromM) outside.push({ fromM, toM, reason })
  }
  const first = atM.length > 0 ? atM[0] : 0
  const last = atM.length > 0 ? atM[atM.length - 1] : 0
  const parts = [...stretches, ...steep]
  const cuts = new Float64Array(parts.length * 2)
  parts.forEach(({ fromM, toM }, i) => {
    cuts[2 * i] = Math.max(first, Math.min(last, fromM))
    cuts[2 * i + 1] = Math.max(first, Math.min(last, toM))
  })
  cuts.sort()
  let k = 0
  for (let c = 0; c + 1 < cuts.length; c++) {
    const at = cuts[c]
    if (at === cuts[c + 1]) continue
    while (k < steep.length && steep[k].toM <= at) k++
    const reason = facts(at)?.outsideReason ?? (k < steep.length && steep[k].fromM <= at ? steep[k].reason : null)
    if (reason !== null) push(at, cuts[c + 1], reason)
  }
  return outside
}
