// GPX 1.1: the line as a track with a segment for each part, waypoints, and cues as the points of a route of the type
// `cues`. Its metadata has the name, the time at which it was made, the bounds, and whose data it is: the licence of
// the first source that states one, and all of them in the description. Nothing is lost.

import { escapeAttribute } from '../../wire/markup-text.ts'
import { toXmlText } from '../gpx/write-gpx.ts'
import { CUE_FOLDER } from './cue-types.ts'
import { creditOf, degrees, isoTime, metres, onceForLine, pointsOf } from './file-content.ts'
import type { FileContent, FileSource, WrittenFile } from './file-content.ts'
import { LineText } from './line-text.ts'

export function writeGpxFile(content: FileContent): WrittenFile {
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

function metadataOf(content: FileContent): string {
  const { name, sources, madeMs } = content
  const licensed = sources.find(({ licence }) => licence !== null)
  return `  <metadata>${elements({ name, desc: sources.map(creditOf).join('; ') })}${
    licensed === undefined ? '' : copyrightOf(licensed)
  }${sources.map(linkOf).join('')}<time>${isoTime(madeMs)}</time>${onceForLine(content, 'gpx bounds', () => boundsOf(content))}</metadata>\n`
}

const copyrightOf = ({ text, licence }: FileSource) =>
  `<copyright author="${escapeAttribute(text.toWellFormed())}"><license>https://spdx.org/licenses/${encodeURIComponent(licence!)}</license></copyright>`
const linkOf = ({ name, url }: FileSource) =>
  url === null ? '' : `<link href="${escapeAttribute(url)}">${elements({ text: name })}</link>`

/** None of a line over the antimeridian, which GPX cannot say. */
function boundsOf(content: FileContent): string {
  let [minLon, minLat, maxLon, maxLat] = [Infinity, Infinity, -Infinity, -Infinity]
  let lastLon = 0
  let lastPart = -1
  for (const { lon, lat, part } of pointsOf(content)) {
    if (part === lastPart && Math.abs(lon - lastLon) > 180) return ''
    lastLon = lon
    lastPart = part
    minLon = Math.min(minLon, lon)
    maxLon = Math.max(maxLon, lon)
    minLat = Math.min(minLat, lat)
    maxLat = Math.max(maxLat, lat)
  }
  return `<bounds minlat="${degrees(minLat)}" minlon="${degrees(minLon)}" maxlat="${degrees(maxLat)}" maxlon="${degrees(maxLon)}"/>`
}

function routeOf({ cues }: FileContent): string {
  if (cues.length === 0) return ''
  const points = cues.map(
    (cue) => `    <rtept${placeOf(cue)}>${elements({ name: cue.text, type: cue.type })}</rtept>\n`,
  )
  return `  <rte><type>${CUE_FOLDER}</type>\n${points.join('')}  </rte>\n`
}

function trackOf(content: FileContent): string {
  return `  <trk>${elements({ name: content.name })}\n${onceForLine(content, 'gpx', () => segmentsOf(content))}  </trk>\n`
}

function segmentsOf(content: FileContent): string {
  const text = new LineText()
  let open = -1
  for (const { lon, lat, heightM, timeMs, part } of pointsOf(content)) {
    if (part !== open) text.add(`${open < 0 ? '' : '    </trkseg>\n'}    <trkseg>\n`)
    open = part
    text.add('      <trkpt lat="').degrees(lat).add('" lon="').degrees(lon).add('">')
    if (heightM !== null) text.add('<ele>').metres(heightM).add('</ele>')
    if (!Number.isNaN(timeMs)) text.add(`<time>${isoTime(timeMs)}</time>`)
    text.add('</trkpt>\n')
  }
  return text.add(open < 0 ? '' : '    </trkseg>\n').toString()
}
