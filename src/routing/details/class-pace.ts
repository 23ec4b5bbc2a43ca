// The pace on an arc by its class, relative to the model's own (src/course/pace-models.ts): the factors of surface,
// grade and steps on foot, of bicycle and ground on wheels, all from judgement; pushed where riding is not allowed.
// Both the finished line and the single arc are timed by it.

import {
  FIRST_SAC_OUTSIDE,
  PUSHING_PACE_FACTOR,
  SAC_PACE_FACTOR,
  STEPS_PACE_FACTOR,
  SURFACE_PACE_FACTOR,
  PACE_MODELS,
  type Pace,
} from '../../course/pace-models.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY, FLAG_STEPS, SAC_VIA_FERRATA } from '../../osm/edge-facts.ts'
import * as bike from '../costs/bike-penalties.ts'
import { PUSHED, ridingByClass } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'

/** The bicycle and ground that represent the mix in the recordings. */
const USUAL_KMH = bike.SURFACE_KMH.hybrid.paved

const FERRY_REASON = say('reason.calibration.ferry')
const PUSHED_REASON = say('reason.calibration.pushed')
/** By index of the grade on foot. */
const GRADE_REASONS = Array.from({ length: SAC_VIA_FERRATA + 1 }, (_, sac) =>
  sac === SAC_VIA_FERRATA
    ? say('reason.calibration.via_ferrata')
    : say('reason.calibration.grade', { grade: `T${sac}` }),
)

export interface Travel {
  profile: Profile
  /** bike only; absent or null: hybrid */
  bicycleType?: BicycleType | null | undefined
}

export interface ArcPace {
  /** 0: not travelled under one's own power */
  paceFactor: number
  pace: Pace
  /** one object for each reason, so that equal ones are the same */
  outsideReason: Sentence | null
}

/** `slot`: class * 2 + direction. */
export function paceOfSlot(graph: RoutingGraph, slot: number, { profile, bicycleType }: Travel): ArcPace {
  const { classSac, classMtb, classSurface, classSurfaceTag, classFlags } = graph.columns
  const k = slot >>> 1
  const model = PACE_MODELS[profile]
  if ((classFlags[k] & FLAG_FERRY) !== 0) return { paceFactor: 0, pace: model, outsideReason: FERRY_REASON }
  const surface = SURFACE_KINDS[classSurface[k]]
  const isSteps = (classFlags[k] & FLAG_STEPS) !== 0
  if (profile === 'bike') {
    const type = bicycleType ?? 'hybrid'
    if (ridingByClass(graph, type)[slot] === PUSHED || isSteps)
      return { paceFactor: PUSHING_PACE_FACTOR, pace: PACE_MODELS.hike, outsideReason: PUSHED_REASON }
    const rough = bike.SURFACE_TAG[type][graph.string(classSurfaceTag[k]) ?? ''] ?? 1
    const trail = Math.min(4, bike.MTB[type][classMtb[k]])
    return {
      paceFactor: (USUAL_KMH / bike.SURFACE_KMH[type][surface]) * rough * trail,
      pace: model,
      outsideReason: null,
    }
  }
  const sac = classSac[k]
  return {
    paceFactor: SAC_PACE_FACTOR[sac] * SURFACE_PACE_FACTOR[surface] * (isSteps ? STEPS_PACE_FACTOR : 1),
    pace: model,
    outsideReason: sac >= FIRST_SAC_OUTSIDE ? GRADE_REASONS[sac] : null,
  }
}
