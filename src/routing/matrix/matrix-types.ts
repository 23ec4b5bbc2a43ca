// A matrix as every layer sees it: input and answer of `matrix/1`. camelCase here and in GraphQL; REST writes the
// mechanical snake_case. Values are by source, then by target; null means no value, and `reasons` says why.

import type { PaceModel, Walker } from '../../course/pace-models.ts'
import type { Avoid } from '../../travel/avoid.ts'
import type { MatrixAnnotation, MatrixColumn, MatrixNoteCode, MatrixReason } from '../../travel/matrix.ts'
import type { AppliedSettings, AskedSettings, TakenBy, WireSettingName } from '../../travel/settings.ts'
import type { Position } from '../costs/request-types.ts'
import type { Engine, Snap } from '../costs/route-types.ts'

/** The request. */
export interface MatrixInput extends AskedSettings<'matrix'> {
  sources: Position[]
  targets: Position[]
  /** absent: DEFAULT_ANNOTATIONS */
  annotations?: MatrixAnnotation[] | undefined
  /** the walker's own pace; absent: a typical person's */
  walker?: Walker | undefined
  /** areas, ways and kinds of way that are not used; absent: none */
  avoid?: Avoid | undefined
  /** pairs may lie as far apart as GraphQL allows; absent: as far as REST does */
  longLegs?: boolean | undefined
}

/** A note on one value, by the numbers of its source and target. */
export interface MatrixNote {
  source: number
  target: number
  code: MatrixNoteCode
  /** of `height_unknown`, `dated_access` and `ferry` */
  metres: number | null
  /** of `best_effort`; null if nothing is known */
  gapPct: number | null
}

/** Where a point touches the network. */
export type MatrixPoint = Omit<Snap, 'waypoint' | 'name'>

/** By source, then by target. */
export type Values<Value> = (Value | null)[][]

export interface Matrix extends Partial<Record<MatrixColumn, Values<number>>> {
  schema: 'matrix/1'
  engine: Engine
  /** Every setting as applied. Absent if the profile does not accept it. */
  settings: AppliedSettings<'matrix'>
  settingsDefaulted: WireSettingName<TakenBy<'matrix'>>[]
  /** the model of the times */
  timeModel: PaceModel['model']
  /** null: too far from the network */
  sources: (MatrixPoint | null)[]
  targets: (MatrixPoint | null)[]
  /** why there is no way; null where there is one */
  reasons: Values<MatrixReason>
  notes: MatrixNote[]
}
