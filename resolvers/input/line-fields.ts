// The forms in which every operation over a line takes it over REST: GPX, GeoJSON, or a file of any kind.

import { z } from 'zod'
import { gpxText } from './input-fields.ts'
import { GEOJSON_LINES } from './json-schema.ts'

const ONE = (what: string) => `GeoJSON ${what}; a third coordinate is a height in metres. Send this, gpx or file.`
const ANY_LINE = 'with a line: LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection'

const gpxField = () =>
  gpxText()
    .optional()
    .describe('GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file.')
const geometryField = (what = ANY_LINE) =>
  z
    .unknown()
    .refine((value) => value !== null, { error: 'a GeoJSON object' })
    .optional()
    .meta({ ...GEOJSON_LINES, description: ONE(what) })
export const fileField = () =>
  z
    .string({ error: 'a file as text or base64' })
    .optional()
    .describe(
      'A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry.',
    )

/** Spread into the fields of an operation over a line. */
export const lineFields = (what?: string) => ({ gpx: gpxField(), geometry: geometryField(what), file: fileField() })
