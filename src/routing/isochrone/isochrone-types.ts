// Reach as every layer sees it: input and answer of `reach/1`. camelCase here and in GraphQL; REST writes the
// mechanical snake_case.

import type { Walker } from '../../course/pace-models.ts'
import type { Avoid } from '../../travel/avoid.ts'
import { type AppliedSettings, type RequestedSettings, takenBy } from '../../travel/settings.ts'
import type { Unknown } from '../../unknowns.ts'
import type { Position, RouteSettings } from '../costs/request-types.ts'
import type { Engine } from '../costs/route-types.ts'
import type { TIME_MODEL } from '../details/arc-times.ts'
import type { CostModel } from '../costs/cost-model.ts'
import { costSettings, applySettings } from '../costs/route-settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { waypointLeg, type PointSubject, type RouteWords } from '../costs/point-subject.ts'
import { REACH_TOLERANCE_M } from '../../travel/limits.ts'

export type ReachDirection = 'from' | 'to'

/** The request; exactly one of `minutes` and `metres`, ascending. */
export interface ReachInput extends RequestedSettings<'reach'> {
  from: Position
  direction?: ReachDirection | undefined
  minutes?: number[] | undefined
  metres?: number[] | undefined
  output?: { polygons?: boolean | undefined; lines?: boolean | undefined } | undefined
  toleranceM?: number | undefined
  /** the caller's own pace; absent: a typical person's */
  walker?: Walker | undefined
  /** areas, ways and kinds of way that are not used; absent: none */
  avoid?: Avoid | undefined
}

/** The request as applied. Settings that the profile does not accept are absent. */
export type ReachRequest = {
  from: Position
  direction: ReachDirection
  minutes: number[] | null
  metres: number[] | null
  output: { polygons: boolean; lines: boolean }
  toleranceM: number
  walker?: Walker | undefined
} & AppliedSettings<'reach'>

export interface MultiPolygon {
  type: 'MultiPolygon'
  /** polygons of rings, the outer ring first and counter-clockwise, the others clockwise */
  coordinates: Position[][][]
}

export interface MultiLineString {
  type: 'MultiLineString'
  coordinates: Position[][]
}

export interface Contour {
  /** one of them, as requested; the other is null */
  minutes: number | null
  metres: number | null
  /** of the polygons; null where none were requested */
  areaKm2: number | null
  /** length of the ways reached, each counted once; without ferries */
  networkM: number
  /** null: not requested */
  polygons: MultiPolygon | null
  lines: MultiLineString | null
}

export interface Reach {
  schema: 'reach/1'
  engine: Engine
  /** the model of the times of ways */
  timeModel: typeof TIME_MODEL
  request: ReachRequest
  snap: { distanceM: number; location: Position; wayId: number | null }
  contours: Contour[]
  unknowns: Unknown[]
}

/** The point of a reach. */
export const REACH_SUBJECT: PointSubject = {
  point: { role: 'place', index: 0, of: 1, name: null },
  inputPath: 'from',
  radiusSetting: 'snapRadiusM',
}

export const REACH_WORDS: Pick<RouteWords, 'subjectOf' | 'leg'> = { subjectOf: () => REACH_SUBJECT, leg: waypointLeg }

/** The settings that a reach takes, out of a request or of what was applied. */
function reachSettings<Settings extends RequestedSettings<'reach'>>(settings: Settings): RequestedSettings<'reach'> {
  return Object.fromEntries(
    takenBy('reach')
      .map((name) => [name, settings[name]])
      .filter(([, value]) => value !== undefined),
  )
}

/** Throws `setting_refused`. */
export function applyReachRequest(input: ReachInput): { request: ReachRequest; settings: RouteSettings } {
  const { settings } = applySettings({ waypoints: [input.from], ...reachSettings(input) })
  const { polygons = true, lines = false } = input.output ?? {}
  const request: ReachRequest = {
    from: input.from,
    direction: input.direction ?? 'from',
    minutes: input.minutes ?? null,
    metres: input.metres ?? null,
    output: { polygons, lines },
    toleranceM: input.toleranceM ?? REACH_TOLERANCE_M.preset,
    ...(reachSettings(settings) as AppliedSettings<'reach'>),
    ...(input.walker === undefined ? {} : { walker: input.walker }),
  }
  return { request, settings }
}

/** What the settings open; a bicycle is pushed only where a tag says that its rider dismounts. */
export function reachTable(model: CostModel, settings: RouteSettings): CostTable {
  return model.table(costSettings({ ...settings, shortest: true }))
}
