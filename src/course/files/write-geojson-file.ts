// GeoJSON (RFC 7946): a Feature with the line, or a FeatureCollection of it with a Point for each waypoint and each cue
// (`cue` says what to do). Sources are in the properties of the line.

import { degrees, metres, onceForLine } from './file-content.ts'
import type { FileContent, Lost, WrittenFile } from './file-content.ts'
import { LineText } from './line-text.ts'

export function writeGeoJsonFile(content: FileContent): WrittenFile {
  const { name, timeMs, waypoints, cues, sources } = content
  const lost: Lost[] = timeMs === null ? [] : [{ code: 'times', message: 'A GeoJSON line has no times.' }]
  const properties = { ...named(name), ...(sources.length === 0 ? {} : { sources }) }
  const geometry = onceForLine(content, 'geojson', () => geometryOf(content))
  const line = `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":${geometry}}`
  const points = [
    ...waypoints.map(({ lon, lat, heightM, name: own }) => pointOf(named(own), position(lon, lat, heightM ?? null))),
    ...cues.map(({ lon, lat, text, type }) => pointOf({ ...named(text), cue: type }, position(lon, lat, null))),
  ]
  return {
    content: points.length === 0 ? line : `{"type":"FeatureCollection","features":[${[line, ...points].join(',')}]}`,
    lost,
  }
}

function geometryOf({ parts }: FileContent): string {
  const text = new LineText()
  text.add(parts.length === 1 ? '{"type":"LineString","coordinates":' : '{"type":"MultiLineString","coordinates":[')
  for (const [p, part] of parts.entries()) {
    text.add(p === 0 ? '[' : ',[')
    for (const [i, [lon, lat, heightM]] of part.entries()) {
      text
        .add(i === 0 ? '[' : ',[')
        .degrees(lon)
        .add(',')
        .degrees(lat)
      // GeoJSON has no null in a position: one without a height has two members
      if (heightM !== null) text.add(',').metres(heightM)
      text.add(']')
    }
    text.add(']')
  }
  return text.add(parts.length === 1 ? '}' : ']}').toString()
}

const pointOf = (properties: object, coordinates: number[]): string =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } })

const named = (name: string | null | undefined) => (name == null || name === '' ? {} : { name })

/** GeoJSON has no null in a position: one without a height has two members. */
const position = (lon: number, lat: number, heightM: number | null): number[] => {
  const place = [Number(degrees(lon)), Number(degrees(lat))]
  return heightM === null ? place : [...place, Number(metres(heightM))]
}
