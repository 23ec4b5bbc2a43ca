// The core of a region (decision: regions), as rings: from a box on the command line, a GeoJSON polygon or a file of
// polygons as Osmosis writes them (.poly, published beside many extracts).

import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { ServiceError } from '../errors.ts'
import type { Box } from '../geo/lon-lat.ts'
import { splitBox } from '../geo/split-box.ts'

type Ring = [number, number][]

const MAX_FILE_BYTES = 20_000_000
const MAX_POINTS = 200_000

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number())
const rings = z.array(z.array(position).min(4)).min(1)
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
])
const feature = z.object({ type: z.literal('Feature'), geometry })
const document = z.union([geometry, feature, z.object({ features: z.array(feature).min(1) })])

/** `W,S,E,N` in degrees, or the path of a file. Throws ServiceError `invalid_input`. */
export function readCore(text: string): Ring[] {
  const box = findBox(text)
  if (box !== null) return [box]
  const content = readText(text)
  const found = text.endsWith('.poly') ? fromPoly(content, text) : fromGeoJson(content, text)
  if (found.reduce((sum, ring) => sum + ring.length, 0) > MAX_POINTS)
    throw mistake(`${text} has more than ${MAX_POINTS} points: simplify it.`)
  return found
}

/**
 * Throws ServiceError `invalid_input` if the core lies outside the region's box: no request would ever prefer such a
 * region.
 */
export function checkCore(core: readonly Ring[], regionBox: Box): void {
  const [west, south, east, north] = boxOfPoints(core.flat())
  const touches = splitBox(regionBox).some(
    (box) => west <= box[2] && box[0] <= east && south <= box[3] && box[1] <= north,
  )
  if (!touches)
    throw mistake(
      `--core covers ${[west, south, east, north].join(',')} and the map ${regionBox.join(',')}: the core must lie in the region. Its order is west,south,east,north.`,
    )
}

function boxOfPoints(points: Ring): Box {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (const [lon, lat] of points) {
    box[0] = Math.min(box[0], lon)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lon)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

/** The ring of a box. */
export function ringOfBox([west, south, east, north]: readonly number[]): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

function findBox(text: string): Ring | null {
  const parts = text.split(',')
  if (parts.length !== 4) return null
  const sides = parts.map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [west, south, east, north] = sides
  if (!(west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90))
    throw mistake(`--core is "${text.slice(0, 80)}": expected west,south,east,north in degrees.`)
  return ringOfBox(sides)
}

function readText(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile())
    throw mistake(`--core is "${path.slice(0, 200)}", which is neither W,S,E,N nor a file.`)
  if (stat.size > MAX_FILE_BYTES) throw mistake(`${path} has more than ${MAX_FILE_BYTES / 1e6} MB: simplify it.`)
  return readFileSync(path, 'utf8')
}

function fromGeoJson(content: string, path: string): Ring[] {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (cause) {
    throw mistake(`${path} is not JSON.`, cause)
  }
  const { success, data } = document.safeParse(value)
  if (!success) throw mistake(`${path} holds no Polygon or MultiPolygon in degrees, [lon, lat].`)
  const geometries = 'features' in data ? data.features.map((one) => one.geometry) : [fromFeature(data)]
  return geometries
    .flatMap((one) => (one.type === 'Polygon' ? one.coordinates : one.coordinates.flat()))
    .map((ring) => ring.map(([lon, lat]): [number, number] => [lon, lat]))
}

function fromFeature(data: z.infer<typeof geometry> | z.infer<typeof feature>): z.infer<typeof geometry> {
  return data.type === 'Feature' ? data.geometry : data
}

/** A name, then sections of `lon lat` lines, each between its name (`!` before it: a hole) and END. */
function fromPoly(content: string, path: string): Ring[] {
  const found: Ring[] = []
  let ring: Ring | null = null
  for (const line of content.split('\n').slice(1)) {
    const words = line.trim().split(/\s+/).filter(Boolean)
    if (words.length === 0) continue
    if (words[0] === 'END') {
      if (ring === null) break
      if (ring.length > 0) found.push(closed(ring))
      ring = null
    } else if (ring === null) ring = []
    else {
      const [lon, lat] = words.map(Number)
      if (!(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90))
        throw mistake(`${path} has a line that is no point: "${line.trim().slice(0, 60)}".`)
      ring.push([lon, lat])
    }
  }
  if (found.length === 0 || found.some(({ length }) => length < 4)) throw mistake(`${path} holds no polygon.`)
  return found
}

function closed(ring: Ring): Ring {
  const [lon, lat] = ring[0]
  const [endLon, endLat] = ring[ring.length - 1]
  return lon === endLon && lat === endLat ? ring : [...ring, [lon, lat]]
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
