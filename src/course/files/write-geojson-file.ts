// GeoJSON (RFC 7946): a Feature with the line, or a FeatureCollection of it with a Point for each waypoint and each cue
// (`cue` says what to do). Sources are in the properties of the line.

import { LiteralBytes } from '../../wire/literal-bytes.ts'
import {
  type FileContent,
  type FileLine,
  type Lost,
  type WrittenFile,
  degrees,
  metres,
  onceForLine,
  spansOf,
} from './file-content.ts'
import { LineText } from './line-text.ts'

export function writeGeoJsonFile(content: FileContent): WrittenFile {
  const { name, timeMs, waypoints, cues, sources } = content
  const lost: Lost[] = timeMs === null ? [] : [{ code: 'times', message: 'A GeoJSON line has no times.' }]
  if (linesOf(content.line).length < content.line.partStart.length - 1)
    lost.push({ code: 'points', message: 'A part of one point is no line in GeoJSON and was left out.' })
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

const OPEN_LINE = new LiteralBytes('{"type":"LineString","coordinates":')
const OPEN_LINES = new LiteralBytes('{"type":"MultiLineString","coordinates":[')
const CLOSE_LINE = new LiteralBytes('}')
const CLOSE_LINES = new LiteralBytes(']}')
const OPEN = new LiteralBytes('[')
const NEXT = new LiteralBytes(',[')
const COMMA = new LiteralBytes(',')
const CLOSE = new LiteralBytes(']')

/** Parts of two points or more; a line of nothing else keeps its first part. */
function linesOf(line: FileLine): [from: number, to: number][] {
  const parts = [...spansOf(line)]
  const lines = parts.filter(([from, to]) => to - from > 1)
  return lines.length === 0 ? parts.slice(0, 1) : lines
}

function geometryOf({ line }: FileContent): string {
  const text = new LineText()
  const { lon, lat, heightM } = line
  const lines = linesOf(line)
  const isOne = lines.length === 1
  text.add(isOne ? OPEN_LINE : OPEN_LINES)
  let open = OPEN
  for (const [from, to] of lines) {
    text.add(open)
    open = NEXT
    for (let i = from; i < to; i++) {
      text
        .add(i === from ? OPEN : NEXT)
        .degrees(lon[i])
        .add(COMMA)
        .degrees(lat[i])
      // GeoJSON has no null in a position: one without a height has two members
      if (!Number.isNaN(heightM[i])) text.add(COMMA).metres(heightM[i])
      text.add(CLOSE)
    }
    text.add(CLOSE)
  }
  return text.add(isOne ? CLOSE_LINE : CLOSE_LINES).take()
}

const pointOf = (properties: object, coordinates: number[]): string =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } })

const named = (name: string | null | undefined) => (name == null || name === '' ? {} : { name })

/** GeoJSON has no null in a position: one without a height has two members. */
const position = (lon: number, lat: number, heightM: number | null): number[] => {
  const place = [Number(degrees(lon)), Number(degrees(lat))]
  return heightM === null ? place : [...place, Number(metres(heightM))]
}
