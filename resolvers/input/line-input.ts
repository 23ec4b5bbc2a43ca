// A line as GraphQL takes it, in exactly one of six forms, as the operations take it: GPX, GeoJSON, or a file of any
// kind. An encoded polyline becomes GeoJSON, TCX and FIT are files; the others go on as they came. All are checked by
// the operation, with the codes of REST.

import { type Expectation, type Rule, zodMessage } from '../pipeline/zod-message.ts'
import { say } from '../../src/language/sentence.ts'
import { z } from 'zod'
import { fileKindOf } from '../../src/course/files/read-file.ts'
import { decodePolyline6, type PolylineFault } from '../../src/geo/polyline.ts'
import { MOST_FILE_BYTES, MOST_FILE_POINTS } from '../../src/course/course.ts'
import { onceForText } from '../pipeline/once-each.ts'
import { gpxText } from './input-fields.ts'
import { GEOJSON_LINES } from './json-schema.ts'

/** More than MOST_FILE_POINTS never need. */
const MAX_POLYLINE_CHARACTERS = 1_048_576

export interface LineInput {
  gpx?: string | null | undefined
  /** GeoJSON, not yet checked */
  geometry?: unknown
  polyline6?: string | null | undefined
  tcx?: string | null | undefined
  /** base64 */
  fit?: string | null | undefined
  /** of any kind, as text or base64 */
  file?: string | null | undefined
}

const lineOf = onceForText((polyline6) => ({ type: 'LineString', coordinates: decodePolyline6(polyline6) }))

/** `refuse` is called with what is wrong and the field (none: the whole input); the result is then of no use. */
export function readLineInput(
  { gpx, geometry, polyline6, tcx, fit, file }: LineInput,
  refuse: (fault: Expectation | Rule, field: string[]) => void,
): { gpx?: string; geometry?: unknown; file?: string } {
  const isDevice = tcx != null || fit != null
  if (polyline6 == null && !isDevice)
    return {
      ...(gpx == null ? {} : { gpx }),
      ...(geometry == null ? {} : { geometry }),
      ...(file == null ? {} : { file }),
    }
  if ([gpx, geometry, polyline6, tcx, fit, file].filter((form) => form != null).length > 1)
    refuse(say('rule.line_form'), [])
  else if (tcx != null && fileKindOf(tcx) !== 'tcx') refuse(say('rule.no_tcx'), ['tcx'])
  else if (fit != null && fileKindOf(fit) !== 'fit') refuse(say('rule.no_fit'), ['fit'])
  else if (tcx != null || fit != null) return { file: (tcx ?? fit)! }
  else if (polyline6!.length > MAX_POLYLINE_CHARACTERS)
    refuse(say('expected.text.most', { max: MAX_POLYLINE_CHARACTERS }), ['polyline6'])
  else {
    try {
      return { geometry: lineOf(polyline6!) }
    } catch (error) {
      refuse(say('rule.polyline', { fault: (error as PolylineFault).fault }), ['polyline6'])
    }
  }
  return {}
}

const ONE = (what: string) => `GeoJSON ${what}; a third coordinate is a height in metres. Send this, gpx or file.`
const ANY_LINE = 'with a line: LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection'

const gpxField = () =>
  gpxText()
    .optional()
    .describe('GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file.')
const geometryField = (what = ANY_LINE) =>
  z
    .unknown()
    .refine((value) => value !== null, { error: zodMessage(say('expected.geojson')) })
    .optional()
    .meta({ ...GEOJSON_LINES, description: ONE(what) })
/** The forms in which every operation over a line takes it over REST: GPX, GeoJSON, or a file of any kind. */
export const fileField = () =>
  z
    .string({ error: zodMessage(say('expected.file')) })
    .optional()
    .describe(
      'A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry.',
    )

/** Spread into the fields of an operation over a line. */
export const lineFields = (what?: string) => ({ gpx: gpxField(), geometry: geometryField(what), file: fileField() })

/** What descriptions say of the most that a file of a line may hold. */
export const MOST_POINTS_WORDS = `${MOST_FILE_POINTS.toLocaleString('en')} points`
/** of its bytes and points */
export const FILE_LIMIT_WORDS = `${MOST_FILE_BYTES / 2 ** 20} MB and ${MOST_POINTS_WORDS}`
