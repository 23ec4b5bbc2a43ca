// The input fields of travel settings, made from the one table (src/travel/settings.ts).

import { zodMessage } from '../pipeline/zod-message.ts'
import { z } from 'zod'
import {
  type SettingName,
  type SettingValue,
  type TakenBy,
  type TravelRequest,
  settingOf,
  takenBy,
  wordsOf,
  describeSetting,
} from '../../src/travel/settings.ts'
import { AreaFault, readAreas } from '../../src/routing/avoid/read-areas.ts'
import {
  AVOID_KINDS,
  AVOID_KIND_NAMES,
  type AvoidArea,
  MAX_AVOID_RINGS,
  MAX_AVOID_VERTICES,
  MAX_AVOID_WAYS,
} from '../../src/travel/avoid.ts'
import { onceEach } from '../pipeline/once-each.ts'
import { flag, integerFrom, listOf, numberFrom, oneOf, onlyFields } from './input-fields.ts'
import { GEOJSON_AREAS } from './json-schema.ts'

type SettingFields<Request extends TravelRequest> = {
  [Name in TakenBy<Request>]: z.ZodOptional<z.ZodType<SettingValue<Name>>>
}

/** One optional field for each setting that a request takes. */
export function settingFields<Request extends TravelRequest>(request: Request): SettingFields<Request> {
  return Object.fromEntries(
    takenBy(request).map((name) => [name, settingField(name).optional().describe(describeSetting(name))]),
  ) as unknown as SettingFields<Request>
}

/** What a setting takes, without its words. */
export function settingField<Name extends SettingName>(name: Name): z.ZodType<SettingValue<Name>> {
  const row = settingOf(name)
  const field =
    row.type === 'enum'
      ? oneOf(Object.keys(row.words) as [string])
      : row.type === 'boolean'
        ? flag()
        : row.type === 'integer'
          ? integerFrom(row.min, row.max)
          : row.type === 'number'
            ? numberFrom(row.min, row.max, row.unit)
            : listOf(integerFrom(row.min, row.max), 0, row.maxItems, row.items)
  return field as unknown as z.ZodType<SettingValue<Name>>
}

/** A profile; the caller describes what it decides. */
export function profileField() {
  return oneOf(wordsOf('profile'))
}

/** The input field `avoid` of every operation that routes (decision: avoid): what no part of the answer may use. */
export const AVOID_ABOUT =
  'What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it.'
export const AVOID_AREAS_ABOUT =
  'A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: ' +
  `at most ${MAX_AVOID_RINGS} rings and ${MAX_AVOID_VERTICES.toLocaleString('en')} vertices in all. Holes are not avoided. A stretch ` +
  'between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused.'
export const AVOID_WAYS_ABOUT = `Ids of OpenStreetMap ways, at most ${MAX_AVOID_WAYS}.`
export const AVOID_KINDS_ABOUT = 'Ways of these kinds, wherever they are.'

const readOnce = onceEach((geojson: object) => readAreas(geojson, 'avoid.areas'))

/** GeoJSON -> polygons. */
const areas = () =>
  z.unknown().transform((value, context): readonly AvoidArea[] => {
    try {
      return typeof value === 'object' && value !== null ? readOnce(value) : readAreas(value, 'avoid.areas')
    } catch (thrown) {
      if (!(thrown instanceof AreaFault)) throw thrown
      context.addIssue({ code: 'custom', path: [...thrown.path], message: zodMessage(thrown.fault) })
      return z.NEVER
    }
  })

const kindWords = Object.entries(AVOID_KINDS).map(([kind, words]) => `${kind}: ${words}`)

/** `avoid` of every operation that routes. */
export const avoidField = () =>
  onlyFields({
    areas: areas()
      .optional()
      .meta({ ...GEOJSON_AREAS, description: AVOID_AREAS_ABOUT }),
    ways: listOf(integerFrom(1, Number.MAX_SAFE_INTEGER), 0, MAX_AVOID_WAYS, 'way_ids')
      .optional()
      .describe(AVOID_WAYS_ABOUT),
    kinds: listOf(oneOf(AVOID_KIND_NAMES), 0, AVOID_KIND_NAMES.length, 'way_kinds')
      .optional()
      .describe([AVOID_KINDS_ABOUT, ...kindWords].join(' ')),
  })
    .optional()
    .describe(AVOID_ABOUT)
