// What the OpenAPI document says of inputs whose rules zod cannot write as JSON Schema: GeoJSON, and which members go
// together. Member names are those of the input; the document writes them in snake_case.

type Json = Record<string, unknown>

/** Exactly one of the members. */
export const exactlyOne = (...names: string[]): Json => ({ oneOf: names.map((name) => ({ required: [name] })) })

/** One of them at least. */
export const atLeastOne = (...names: string[]): Json => ({ anyOf: names.map((name) => ({ required: [name] })) })

/** One of them at most. */
export const atMostOne = (...names: string[]): Json => ({
  not: { anyOf: names.flatMap((one, i) => names.slice(i + 1).map((other) => ({ required: [one, other] }))) },
})

/** A line as GPX, GeoJSON or a file. */
export const ONE_LINE = exactlyOne('gpx', 'geometry', 'file')

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
export const GEOJSON_LINES = ref('GeoJsonLines')
export const GEOJSON_LINE = ref('GeoJsonLine')
export const GEOJSON_AREAS = ref('GeoJsonAreas')

const geometryOf = (type: string, coordinates: Json): Json => ({
  type: 'object',
  properties: { type: { const: type }, coordinates },
  required: ['type', 'coordinates'],
})
const featureOf = (geometry: Json): Json => ({
  type: 'object',
  properties: { type: { const: 'Feature' }, geometry, properties: { type: ['object', 'null'] } },
  required: ['type', 'geometry'],
})
const collectionOf = (feature: Json): Json => ({
  type: 'object',
  properties: { type: { const: 'FeatureCollection' }, features: { type: 'array', items: feature, minItems: 1 } },
  required: ['type', 'features'],
})
const listOf = (items: Json, minItems: number): Json => ({ type: 'array', items, minItems })

/** Schemas that the document has once, by name. */
export function geoJsonSchemas(): Record<string, Json> {
  const line = geometryOf('LineString', listOf(ref('GeoJsonPosition'), 2))
  const lines = geometryOf('MultiLineString', listOf(listOf(ref('GeoJsonPosition'), 2), 1))
  const rings = listOf(listOf(ref('GeoJsonPosition'), 4), 1)
  const area = geometryOf('Polygon', rings)
  const areas = geometryOf('MultiPolygon', listOf(rings, 1))
  return {
    GeoJsonPosition: {
      description: '[lon, lat] in degrees, and a height in metres where it is known.',
      type: 'array',
      prefixItems: [
        { type: 'number', minimum: -180, maximum: 180 },
        { type: 'number', minimum: -90, maximum: 90 },
        { type: 'number', minimum: -500, maximum: 9000 },
      ],
      items: { type: 'number' },
      minItems: 2,
    },
    GeoJsonLine: {
      description: 'A LineString, or a Feature of one.',
      oneOf: [line, featureOf(line)],
    },
    GeoJsonLines: {
      description: 'A LineString, a MultiLineString, a Feature of either, or a FeatureCollection of them.',
      oneOf: [line, lines, featureOf({ oneOf: [line, lines] }), collectionOf(featureOf({ oneOf: [line, lines] }))],
    },
    GeoJsonAreas: {
      description: 'A Polygon, a MultiPolygon, a Feature of either, or a FeatureCollection of them; rings are closed.',
      oneOf: [area, areas, featureOf({ oneOf: [area, areas] }), collectionOf(featureOf({ oneOf: [area, areas] }))],
    },
  }
}
