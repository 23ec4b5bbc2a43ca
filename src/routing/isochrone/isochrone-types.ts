// Reach as every layer sees it: input and answer of `reach/1`. camelCase here and in GraphQL; REST writes the mechanical
// snake_case.

import type { Walker } from '../../course/pace-models.ts'
import type { Avoid } from '../../travel/avoid.ts'
import type { AppliedSettings, AskedSettings } from '../../travel/settings.ts'
import type { Unknown } from '../../unknowns.ts'
import type { Position } from '../costs/request-types.ts'
import type { Engine } from '../costs/route-types.ts'
import type { TIME_MODEL } from '../details/arc-times.ts'

export type ReachDirection = 'from' | 'to'

/** The request; exactly one of `minutes` and `metres`, ascending. */
export interface ReachInput extends AskedSettings<'reach'> {
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
