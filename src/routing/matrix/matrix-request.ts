// A matrix request with its settings as applied, and what messages call its points. Pure.

import {
  type AppliedSettings,
  type AskedSettings,
  type TakenBy,
  takenBy,
  type WireSettingName,
} from '../../travel/settings.ts'
import { waypointLeg, type PointSubject } from '../costs/point-subject.ts'
import { applySettings, checkWaypoints } from '../costs/route-settings.ts'
import type { RouteSettings } from '../costs/request-types.ts'
import type { Box } from '../../geo/lon-lat.ts'
import type { MatrixInput } from './matrix-types.ts'

export interface AppliedMatrix {
  /** as of a route between two points */
  settings: RouteSettings
  /** as answered */
  applied: AppliedSettings<'matrix'>
  settingsDefaulted: WireSettingName<TakenBy<'matrix'>>[]
}

/** The settings that a matrix takes, out of a request or of what was applied. */
function matrixSettings<Settings extends AskedSettings<'matrix'>>(settings: Settings): AskedSettings<'matrix'> {
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
