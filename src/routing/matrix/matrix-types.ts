// A matrix as every layer sees it: input and answer of `matrix/1`. camelCase here and in GraphQL; REST writes the
// mechanical snake_case. Values are by source, then by target; null means no value, and `reasons` says why.

import type { PaceModel, Walker } from '../../course/pace-models.ts'
import type { Avoid } from '../../travel/avoid.ts'
import type { MatrixAnnotation, MatrixColumn, MatrixNoteCode, MatrixReason } from '../../travel/matrix.ts'
import {
  type AppliedSettings,
  type RequestedSettings,
  type TakenBy,
  type WireSettingName,
  takenBy,
} from '../../travel/settings.ts'
import type { Position, RouteSettings } from '../costs/request-types.ts'
import type { Engine, Snap } from '../costs/route-types.ts'
import { waypointLeg, type PointSubject } from '../costs/point-subject.ts'
import { applySettings, checkWaypoints } from '../costs/route-settings.ts'
import type { Box } from '../../geo/lon-lat.ts'

/** The request. */
export interface MatrixInput extends RequestedSettings<'matrix'> {
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

export interface AppliedMatrix {
  /** as of a route between two points */
  settings: RouteSettings
  /** as answered */
  applied: AppliedSettings<'matrix'>
  settingsDefaulted: WireSettingName<TakenBy<'matrix'>>[]
}

/** The settings that a matrix takes, out of a request or of what was applied. */
function matrixSettings<Settings extends RequestedSettings<'matrix'>>(settings: Settings): RequestedSettings<'matrix'> {
  return Object.fromEntries(
    takenBy('matrix')
      .map((name) => [name, settings[name]])
      .filter(([, value]) => value !== undefined),
  )
}

/** Throws `setting_refused`. */
export function applyMatrixSettings(input: MatrixInput): AppliedMatrix {
  const pair = [input.sources[0], input.targets[0]]
  const { settings, settingsDefaulted } = applySettings({ waypoints: pair, ...matrixSettings(input) })
  return {
    settings,
    applied: matrixSettings(settings) as AppliedSettings<'matrix'>,
    settingsDefaulted: settingsDefaulted.filter((name) => name !== 'straight_legs'),
  }
}

/** What messages call a point; sources are counted first. */
export function matrixSubject({ sources, targets }: MatrixInput, index: number): PointSubject {
  const isSource = index < sources.length
  const [name, number, count] = isSource
    ? (['source', index, sources.length] as const)
    : (['target', index - sources.length, targets.length] as const)
  return {
    point: { role: name, index: number, of: count, name: null },
    inputPath: `${name}s[${number}]`,
    radiusSetting: 'snapRadiusM',
  }
}

/** Throws `outside_region`. */
export function checkMatrixPoints(input: MatrixInput, boxes: readonly Box[], snapRadiusM: number): void {
  ;[...input.sources, ...input.targets].forEach((point, i) =>
    checkWaypoints([point], boxes, snapRadiusM, { subjectOf: () => matrixSubject(input, i), leg: waypointLeg }),
  )
}
