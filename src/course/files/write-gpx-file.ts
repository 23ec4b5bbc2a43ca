// GPX 1.1: the line as a track with a segment for each part, waypoints, and cues as the points of a route of the type
// `cues`. Its metadata has the name, the time at which it was made, the bounds, and whose data it is: the licence of
// the first source that states one, and all of them in the description. Nothing is lost.

import { escapeAttribute, toXmlText } from '../../wire/markup-text.ts'
import { CUE_ROUTE } from './cue-types.ts'
import { LiteralBytes } from '../../wire/wire-bytes.ts'
import {
  type FileContent,
  type FileSource,
  type WrittenFile,
  creditOf,
  degrees,
  isoTime,
  metres,
  onceForLine,
  spansOf,
} from './file-content.ts'
import { LineText } from './line-text.ts'

/** `madeMs` null: the file does not say when it was made. */
type GpxContent = Omit<FileContent, 'madeMs'> & { madeMs: number | null }

export function writeGpxFile(content: GpxContent): WrittenFile & { content: string } {
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">\n' +
    metadataOf(content) +
    content.waypoints
      .map(
        (waypoint) =>
          `  <wpt${placeOf(waypoint)}>${elements({ ele: heightOf(waypoint.heightM), name: waypoint.name })}</wpt>\n`,
      )
      .join('') +
    routeOf(content) +
    trackOf(content) +
    '</gpx>\n'
  return { content: text, lost: [] }
}

const placeOf = ({ lon, lat }: { lon: number; lat: number }) => ` lat="${degrees(lat)}" lon="${degrees(lon)}"`
const heightOf = (heightM: number | null | undefined) => (heightM == null ? null : metres(heightM))

/** Only those that have a value. */
const elements = (values: Record<string, string | null | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => (value == null || value === '' ? '' : `<${name}>${toXmlText(value)}</${name}>`))
    .join('')

function metadataOf(content: GpxContent): string {
  const { name, sources, madeMs } = content
  const licensed = sources.find(({ licence }) => licence !== null)
  return `  <metadata>${elements({ name, desc: sources.map(creditOf).join('; ') })}${
    licensed === undefined ? '' : copyrightOf(licensed)
  }${sources.map(linkOf).join('')}${madeMs === null ? '' : `<time>${isoTime(madeMs)}</time>`}${onceForLine(content, 'gpx bounds', () => boundsOf(content))}</metadata>\n`
}

const copyrightOf = ({ text, licence }: FileSource) =>
  `<copyright author="${escapeAttribute(text.toWellFormed())}"><license>https://spdx.org/licenses/${encodeURIComponent(licence!)}</license></copyright>`
const linkOf = ({ name, url }: FileSource) =>
  url === null ? '' : `<link href="${escapeAttribute(url)}">${elements({ text: name })}</link>`

/** None of a line over the antimeridian, which GPX cannot say. */
function boundsOf({ line }: GpxContent): string {
  let [minLon, minLat, maxLon, maxLat] = [Infinity, Infinity, -Infinity, -Infinity]
  const { lon, lat } = line
  for (const [from, to] of spansOf(line)) {
    for (let i = from; i < to; i++) {
      if (i > from && Math.abs(lon[i] - lon[i - 1]) > 180) return ''
      minLon = Math.min(minLon, lon[i])
      maxLon = Math.max(maxLon, lon[i])
      minLat = Math.min(minLat, lat[i])
      maxLat = Math.max(maxLat, lat[i])
    }
  }
  return `<bounds minlat="${degrees(minLat)}" minlon="${degrees(minLon)}" maxlat="${degrees(maxLat)}" maxlon="${degrees(maxLon)}"/>`
}

function routeOf({ cues }: GpxContent): string {
  if (cues.length === 0) return ''
  const points = cues.map(
    (cue) => `    <rtept${placeOf(cue)}>${elements({ name: cue.text, type: cue.type })}</rtept>\n`,
  )
  return `  <rte><type>${CUE_ROUTE}</type>\n${points.join('')}  </rte>\n`
}

function trackOf(content: GpxContent): string {
  return `  <trk>${elements({ name: content.name })}\n${onceForLine(content, 'gpx', () => segmentsOf(content))}  </trk>\n`
}

const OPEN_PART = new LiteralBytes('    <trkseg>\n')
const CLOSE_PART = new LiteralBytes('    </trkseg>\n')
const OPEN_POINT = new LiteralBytes('      <trkpt lat="')
const BEFORE_LON = new LiteralBytes('" lon="')
const BEFORE_INSIDE = new LiteralBytes('">')
const OPEN_HEIGHT = new LiteralBytes('<ele>')
const CLOSE_HEIGHT = new LiteralBytes('</ele>')
const OPEN_TIME = new LiteralBytes('<time>')
const CLOSE_TIME = new LiteralBytes('</time>')
const CLOSE_POINT = new LiteralBytes('</trkpt>\n')

function segmentsOf({ line, timeMs }: GpxContent): string {
  const text = new LineText()
  const { lon, lat, heightM } = line
  for (const [from, to] of spansOf(line)) {
    text.add(OPEN_PART)
    for (let i = from; i < to; i++) {
      text.add(OPEN_POINT).degrees(lat[i]).add(BEFORE_LON).degrees(lon[i]).add(BEFORE_INSIDE)
      if (!Number.isNaN(heightM[i])) text.add(OPEN_HEIGHT).metres(heightM[i]).add(CLOSE_HEIGHT)
      if (timeMs !== null && !Number.isNaN(timeMs[i])) text.add(OPEN_TIME).time(timeMs[i]).add(CLOSE_TIME)
      text.add(CLOSE_POINT)
    }
    text.add(CLOSE_PART)
  }
  return text.take()
}
