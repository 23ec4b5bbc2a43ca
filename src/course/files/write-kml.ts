// KML 2.2: the line as a placemark with a LineString for each part, or as gx:Track where times and heights of all
// points are known; waypoints as placemarks, cues as placemarks in a folder of their own. A position without a height
// has two numbers.

import { toXmlText } from '../gpx/write-gpx.ts'
import { CUE_FOLDER } from './cue-types.ts'
import { creditOf, degrees, hasAllTimes, isoTime, metres, onceForLine } from './file-content.ts'
import type { FileContent, Lost, WrittenFile } from './file-content.ts'
import { LineText } from './line-text.ts'

export function writeKml(content: FileContent): WrittenFile {
  const { name, waypoints, cues, sources } = content
  const { hasTracks, lines } = onceForLine(content, 'kml', () => linesOf(content))
  const lost: Lost[] = []
  if (!hasTracks && content.timeMs !== null)
    lost.push({ code: 'times', message: 'KML has times only where times and heights of all points are known.' })
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n' +
    `<Document>${element('name', name)}${element('description', sources.map(creditOf).join('; '))}\n` +
    `<Placemark>${element('name', name)}<MultiGeometry>\n${lines}</MultiGeometry></Placemark>\n` +
    waypoints
      .map((waypoint) => `${placemark(waypoint.name, null, [waypoint.lon, waypoint.lat, waypoint.heightM ?? null])}\n`)
      .join('') +
    (cues.length === 0
      ? ''
      : `<Folder><name>${CUE_FOLDER}</name>\n${cues.map((cue) => `${placemark(cue.text, cue.type, [cue.lon, cue.lat, null])}\n`).join('')}</Folder>\n`) +
    '</Document>\n</kml>\n'
  return { content: text, lost }
}

const element = (name: string, value: string | null | undefined): string =>
  value == null || value === '' ? '' : `<${name}>${toXmlText(value)}</${name}>`

const tuple = (lon: number, lat: number, heightM: number | null, comma = ','): string =>
  `${degrees(lon)}${comma}${degrees(lat)}${heightM === null ? '' : `${comma}${metres(heightM)}`}`

const placemark = (name: string | null | undefined, comment: string | null, at: [number, number, number | null]) =>
  `<Placemark>${element('name', name)}${element('description', comment)}<Point><coordinates>${tuple(...at)}</coordinates></Point></Placemark>`

/** `absolute` says that the heights are meant, 0 as well. */
function linesOf(content: FileContent): { hasTracks: boolean; lines: string } {
  const hasTracks =
    hasAllTimes(content) && content.parts.every((part) => part.every(([, , heightM]) => heightM !== null))
  const mode = content.parts.some((part) => part.some(([, , heightM]) => heightM !== null))
    ? 'absolute'
    : 'clampToGround'
  const open = hasTracks
    ? `<gx:Track><altitudeMode>${mode}</altitudeMode>\n`
    : `<LineString><tessellate>1</tessellate><altitudeMode>${mode}</altitudeMode><coordinates>\n`
  const close = hasTracks ? '</gx:Track>\n' : '</coordinates></LineString>\n'
  const lines: string[] = []
  let at = 0
  for (const part of content.parts) {
    const times = new LineText()
    const coords = new LineText()
    const comma = hasTracks ? ' ' : ','
    for (const [lon, lat, heightM] of part) {
      if (hasTracks) times.add(`<when>${isoTime(content.timeMs![at++])}</when>\n`)
      if (hasTracks) coords.add('<gx:coord>')
      coords.degrees(lon).add(comma).degrees(lat)
      if (heightM !== null) coords.add(comma).metres(heightM)
      coords.add(hasTracks ? '</gx:coord>\n' : '\n')
    }
    if (part.length > 0) lines.push(open, times.toString(), coords.toString(), close)
  }
  return { hasTracks, lines: lines.join('') }
}
