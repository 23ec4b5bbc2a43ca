// Lines as callers send them: GPX files with what files have in them, GeoJSON of every kind, encoded polylines. Mostly
// sound and inside the region, with a walk of small steps, so that matching, profiles and paces have something to work
// on.

import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import { toPolyline6 } from '../../resolvers/input/line-forms.ts'
import { FILE_FORMATS, toFileLine } from '../../src/course/files/file-content.ts'
import { writeFile } from '../../src/course/files/write-file.ts'
import type { Region } from './region.ts'
import { pointIn } from './schema-arbitrary.ts'

type Point = [lon: number, lat: number, heightM: number | null]

/** A walk from somewhere in the region, steps of up to a few hundred metres; heights now and then. */
function walkedLine(region: Region, minPoints = 2): fc.Arbitrary<Point[]> {
  const step = fc.tuple(
    fc.integer({ min: -300, max: 300 }),
    fc.integer({ min: -300, max: 300 }),
    fc.integer({ min: -40, max: 40 }),
  )
  return fc
    .tuple(pointIn(region), fc.array(step, { minLength: minPoints - 1, maxLength: 40 }), fc.boolean())
    .map(([[lon, lat], steps, hasHeights]) => {
      let at: [number, number, number] = [lon, lat, 800]
      const points: Point[] = [[lon, lat, hasHeights ? 800 : null]]
      for (const [x, y, up] of steps) {
        at = [Math.round((at[0] + x * 1e-5) * 1e6) / 1e6, Math.round((at[1] + y * 1e-5) * 1e6) / 1e6, at[2] + up]
        points.push([at[0], at[1], hasHeights ? at[2] : null])
      }
      return points
    })
}

export function polylineText(region: Region): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: walkedLine(region).map((line) => toPolyline6(line)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  )
}

export function gpxText(region: Region): fc.Arbitrary<string> {
  const extra = fc.constantFrom(
    '',
    '',
    '<extensions><hr>120</hr></extensions>',
    '<time>2024-05-01T10:00:00Z</time>',
    '<!-- a > b -->',
    '<name><![CDATA[a & <b>]]></name>',
  )
  const place =
    (tag: string) =>
    ([[lon, lat, height], inside]: [Point, string]) =>
      `<${tag} lat="${lat}" lon='${lon}'>${height === null ? '' : `<ele>${height}</ele>`}${inside}</${tag}>`
  const part = fc
    .tuple(walkedLine(region), fc.array(extra, { minLength: 3, maxLength: 3 }))
    .map(([line, extras]) => line.map((point, i) => place('trkpt')([point, extras[i % 3]])).join('\n'))
  const file = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 2 }), fc.constantFrom('1.1', '1.0'), fc.boolean())
    .map(([parts, version, isRoute]) => {
      const body = isRoute
        ? parts.map((inside) => `<rte>${inside.replaceAll('trkpt', 'rtept')}</rte>`).join('')
        : `<trk>${parts.map((inside) => `<trkseg>${inside}</trkseg>`).join('')}</trk>`
      return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="${version}" creator="fuzz" xmlns="http://www.topografix.com/GPX/${version.replace('.', '/')}"><wpt lat="1" lon="2"><name>w</name></wpt>${body}</gpx>`
    })
  // a file cut, doubled or with a byte changed
  const broken = fc
    .tuple(file, fc.nat(), fc.constantFrom('', '<', '>', '"', '\u0000', '&', '&bad;', '<gpx>', '-->', ']]>'))
    .map(([text, at, with_]) => text.slice(0, at % text.length) + with_ + text.slice((at % text.length) + (at % 3)))
  return fc.oneof({ weight: 8, arbitrary: file }, { weight: 2, arbitrary: broken })
}

/** A file of any kind, as text or base64; now and then cut, or with a byte changed. */
export function anyFile(region: Region): fc.Arbitrary<string> {
  const written = fc
    .tuple(walkedLine(region), fc.constantFrom(...FILE_FORMATS), fc.boolean())
    .map(([line, format, isPacked]) => {
      const { content } = writeFile(format, { ...NOTHING_ELSE, line: toFileLine([line]) })
      const isZip = isPacked && format === 'kml'
      return isZip ? Buffer.from(zipSync({ 'doc.kml': Buffer.from(content) })) : Buffer.from(content)
    })
  const broken = fc.tuple(written, fc.nat(), fc.nat(255), fc.boolean()).map(([bytes, at, byte, isCut]) => {
    if (isCut) return bytes.subarray(0, at % bytes.length)
    bytes[at % bytes.length] = byte
    return bytes
  })
  const asSent = (bytes: Buffer) => {
    const text = bytes.toString('utf8')
    return Buffer.from(text).equals(bytes) && !text.includes('\0') ? text : bytes.toString('base64')
  }
  return fc.oneof(
    { weight: 6, arbitrary: written.map(asSent) },
    { weight: 3, arbitrary: broken.map(asSent) },
    { weight: 1, arbitrary: gpxText(region) },
    { weight: 1, arbitrary: polylineText(region) },
  )
}

const NOTHING_ELSE = {
  ...{ name: 'x', timeMs: null, waypoints: [], cues: [], sources: [], profile: null, movingS: null },
  madeMs: Date.UTC(2026, 0, 1),
}

export function geojsonText(region: Region): fc.Arbitrary<any> {
  const coordinates = walkedLine(region).map((line) =>
    line.map(([lon, lat, height]) => (height === null ? [lon, lat] : [lon, lat, height])),
  )
  const line = coordinates.map((list): any => ({ type: 'LineString', coordinates: list }))
  const parts = fc
    .array(coordinates, { minLength: 1, maxLength: 3 })
    .map((list): any => ({ type: 'MultiLineString', coordinates: list }))
  const feature = fc
    .tuple(
      fc.oneof(line, parts),
      fc.dictionary(
        fc.constantFrom('stroke', 'stroke-width', 'fill', 'marker-label', 'name'),
        fc.oneof(fc.constant('#ff0000'), fc.string({ maxLength: 5 }), fc.integer({ min: 0, max: 9 })),
        { maxKeys: 2 },
      ),
    )
    .map(([geometry, properties]): any => ({ type: 'Feature', geometry, properties }))
  const other = coordinates.map((list): any => ({ type: 'Polygon', coordinates: [[...list, list[0]]] }))
  const point = pointIn(region).map((at): any => ({ type: 'Point', coordinates: at }))
  const collection = fc
    .array(feature, { maxLength: 3 })
    .map((features): any => ({ type: 'FeatureCollection', features }))
  return fc.oneof(
    { weight: 6, arbitrary: line },
    { weight: 2, arbitrary: parts },
    { weight: 2, arbitrary: feature },
    { weight: 2, arbitrary: collection },
    { weight: 1, arbitrary: other },
    { weight: 1, arbitrary: point },
  )
}

/** Areas to avoid: mostly sound ones of some hundred metres, now and then one that crosses itself, or any GeoJSON. */
export function areasText(region: Region): fc.Arbitrary<unknown> {
  const ring = fc
    .tuple(pointIn(region), fc.integer({ min: 5, max: 400 }), fc.array(fc.nat(90), { minLength: 3, maxLength: 20 }))
    .map(([[lon, lat], reach, wobbles]) => {
      const corners = wobbles.map((wobble, i) => {
        const angle = (2 * Math.PI * (i + wobble / 100)) / wobbles.length
        const radius = reach * 1e-5 * (0.4 + (0.6 * wobble) / 90)
        return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
      })
      return [...corners, corners[0]]
    })
  const crossed = ring.map((positions) => [positions[1], ...positions.slice(1), positions[0], positions[1]])
  const rings = fc.array(fc.oneof({ weight: 12, arbitrary: ring }, { weight: 1, arbitrary: crossed }), {
    minLength: 1,
    maxLength: 3,
  })
  const polygon = rings.map((coordinates) => ({ type: 'Polygon', coordinates }))
  return fc.oneof(
    { weight: 6, arbitrary: polygon },
    {
      weight: 2,
      arbitrary: rings.map((parts) => ({ type: 'MultiPolygon', coordinates: parts.map((part) => [part]) })),
    },
    {
      weight: 2,
      arbitrary: polygon.map((geometry) => ({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: null, geometry }],
      })),
    },
    { weight: 1, arbitrary: geojsonText(region) },
  )
}
