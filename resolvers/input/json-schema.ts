// What the OpenAPI document says of inputs whose rules zod cannot write as JSON Schema: GeoJSON, and which members go
// together. Member names are those of the input; the document writes them in snake_case.

import { MAX_LABEL_CHARACTERS, MAX_LAT, MAX_STROKE_PX } from '../../src/map/picture/read-geojson.ts'
import { MAX_LINE_HEIGHT_M } from '../../src/course/read-geojson-line.ts'

/** The words of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  not?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  contains?: JsonSchema
  minContains?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  contentMediaType?: string
  contentSchema?: JsonSchema
}

/** Exactly one of the members. */
export const exactlyOne = (...names: string[]): JsonSchema => ({ oneOf: names.map((name) => ({ required: [name] })) })

/** One of them at least. */
export const atLeastOne = (...names: string[]): JsonSchema => ({ anyOf: names.map((name) => ({ required: [name] })) })

/** One of them at most. */
export const atMostOne = (...names: string[]): JsonSchema => ({
  not: { anyOf: names.flatMap((one, i) => names.slice(i + 1).map((other) => ({ required: [one, other] }))) },
})

/** A line as GPX, GeoJSON or a file. */
export const ONE_LINE = exactlyOne('gpx', 'geometry', 'file')

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
export const GEOJSON_LINES = ref('GeoJsonLines')
export const GEOJSON_AREAS = ref('GeoJsonAreas')
export const GEOJSON_DRAWING = ref('GeoJsonDrawing')

const either = (...forms: JsonSchema[]): JsonSchema => ({ oneOf: forms })
const listOf = (items: JsonSchema, minItems = 0): JsonSchema => ({ type: 'array', items, minItems })
const listWith = (items: JsonSchema, contains: JsonSchema): JsonSchema => ({ type: 'array', items, contains })
const number = (most: number): JsonSchema => ({ type: 'number', minimum: -most, maximum: most })
const objectOf = (
  type: JsonSchema,
  members: Record<string, JsonSchema>,
  required = Object.keys(members),
): JsonSchema => ({
  type: 'object',
  properties: { type, ...members },
  required: ['type', ...required],
})
const geometryOf = (type: string, coordinates: JsonSchema) => objectOf({ const: type }, { coordinates })
const featureOf = (geometry: JsonSchema) => objectOf({ const: 'Feature' }, { geometry })
const geometriesOf = (geometries: JsonSchema) => objectOf({ const: 'GeometryCollection' }, { geometries })
const featuresOf = (features: JsonSchema) => objectOf({ const: 'FeatureCollection' }, { features })

/** `[lon, lat]` and what follows. */
const positionOf = (description: string, maxLat: number, ...further: JsonSchema[]): JsonSchema => ({
  description,
  type: 'array',
  prefixItems: [number(180), number(maxLat), ...further],
  minItems: 2,
})

/** A line at least; points beside it are waypoints, areas are not read. */
function lineSchemas(): Record<string, JsonSchema> {
  const height = { oneOf: [number(MAX_LINE_HEIGHT_M), { type: 'null' }] }
  const position = ref('GeoJsonPosition')
  const line = listOf(position, 2)
  const lineOrNone = { oneOf: [line, { type: 'array', maxItems: 0 }] }
  const point = { oneOf: [position, { type: 'array', maxItems: 0 }] }
  const geometry = ref('GeoJsonGeometry')
  const withLine = ref('GeoJsonLineGeometry')
  return {
    GeoJsonPosition: positionOf('[lon, lat] in degrees, and a height in metres where it is known.', 90, height),
    GeoJsonGeometry: {
      description: 'Any geometry. Points are waypoints, areas are not read.',
      ...either(
        geometryOf('LineString', lineOrNone),
        geometryOf('MultiLineString', listOf(lineOrNone)),
        geometryOf('Point', point),
        geometryOf('MultiPoint', listOf(point)),
        objectOf({ enum: ['Polygon', 'MultiPolygon'] }, {}),
        geometriesOf(listOf(geometry)),
      ),
    },
    GeoJsonLineGeometry: {
      description: 'A geometry with a line in it.',
      ...either(
        geometryOf('LineString', line),
        geometryOf('MultiLineString', listWith(lineOrNone, line)),
        geometriesOf(listWith(geometry, withLine)),
      ),
    },
    GeoJsonLines: {
      description:
        'A LineString, a MultiLineString, or a collection or Feature with one; points beside it are waypoints.',
      ...either(
        withLine,
        featureOf(withLine),
        featuresOf(listWith(featureOf({ oneOf: [geometry, { type: 'null' }] }), featureOf(withLine))),
      ),
    },
  }
}

function areaSchemas(): Record<string, JsonSchema> {
  const rings = listOf(listOf(ref('GeoJsonCorner'), 4), 1)
  const area = either(geometryOf('Polygon', rings), geometryOf('MultiPolygon', listOf(rings)))
  return {
    GeoJsonCorner: positionOf('[lon, lat] in degrees.', 90),
    GeoJsonAreas: {
      description: 'A Polygon, a MultiPolygon, a Feature of either, or a FeatureCollection of them; rings are closed.',
      ...either(...(area.oneOf as JsonSchema[]), featureOf(area), featuresOf(listOf(featureOf(area)))),
    },
  }
}

function drawingSchemas(): Record<string, JsonSchema> {
  const position = ref('GeoJsonMapPosition')
  const line = listOf(position, 2)
  const rings = listOf(listOf(position, 4))
  const geometry = ref('GeoJsonDrawnGeometry')
  const style = (most: number) => ({ type: ['number', 'null'], minimum: 0, maximum: most })
  const feature = objectOf(
    { const: 'Feature' },
    {
      geometry: { oneOf: [geometry, { type: 'null' }] },
      properties: {
        type: ['object', 'null'],
        properties: {
          ...Object.fromEntries(['stroke', 'fill', 'marker-color'].map((name) => [name, { type: ['string', 'null'] }])),
          'stroke-width': style(MAX_STROKE_PX),
          'stroke-opacity': style(1),
          'fill-opacity': style(1),
          'marker-label': { type: ['string', 'number', 'null'], maxLength: MAX_LABEL_CHARACTERS },
        },
      },
    },
    [],
  )
  return {
    GeoJsonMapPosition: positionOf('[lon, lat] in degrees, within Web Mercator.', MAX_LAT),
    GeoJsonDrawnGeometry: {
      description: 'Any geometry.',
      ...either(
        geometryOf('Point', position),
        geometryOf('MultiPoint', listOf(position)),
        geometryOf('LineString', line),
        geometryOf('MultiLineString', listOf(line)),
        geometryOf('Polygon', rings),
        geometryOf('MultiPolygon', listOf(rings)),
        geometriesOf(listOf(geometry)),
      ),
    },
    GeoJsonDrawing: {
      description: 'Any GeoJSON object; features may carry a style.',
      ...either(geometry, feature, featuresOf(listOf(feature))),
    },
  }
}

/** Schemas that the document has once, by name. */
export const geoJsonSchemas = (): Record<string, JsonSchema> => ({
  ...lineSchemas(),
  ...areaSchemas(),
  ...drawingSchemas(),
})
