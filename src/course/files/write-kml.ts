// KML 2.2: the line as a placemark with a LineString for each part, or as gx:Track where times and heights of all
// points are known; waypoints as placemarks, cues as placemarks in a folder of their own. A position without a height
// has two numbers.

import { DEFAULT_LANGUAGE, rendererFor } from '../../language/catalogue-files.ts'
import { say } from '../../language/sentence.ts'
import { toXmlText } from '../../wire/markup-text.ts'
import { CUE_FOLDER, cueWord } from './cue-types.ts'
import { LiteralBytes } from '../../wire/wire-bytes.ts'
import {
  type FileContent,
  type FileLine,
  type Lost,
  type WrittenFile,
  creditOf,
  degrees,
  hasAllTimes,
  metres,
  onceForLine,
  spansOf,
} from './file-content.ts'
import { LineText } from './line-text.ts'

export function writeKml(content: FileContent): WrittenFile {
  const { name, waypoints, cues, sources } = content
  const { hasTracks, lines } = onceForLine(content, 'kml', () => linesOf(content))
  const renderer = rendererFor(content.language ?? DEFAULT_LANGUAGE)
  const folder = cues.map(
    ({ text, type, lon, lat }) => `${placemark(text, renderer.render(cueWord(type)), [lon, lat, null])}\n`,
  )
  const lost: Lost[] = []
  if (!hasTracks && content.timeMs !== null) lost.push({ code: 'times', message: say('lost.times.kml') })
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
      : `<Folder>${element('name', renderer.render(CUE_FOLDER))}\n${folder.join('')}</Folder>\n`) +
    '</Document>\n</kml>\n'
  return { content: text, lost }
}

const element = (name: string, value: string | null | undefined): string =>
  value == null || value === '' ? '' : `<${name}>${toXmlText(value)}</${name}>`

const tuple = (lon: number, lat: number, heightM: number | null, comma = ','): string =>
  `${degrees(lon)}${comma}${degrees(lat)}${heightM === null ? '' : `${comma}${metres(heightM)}`}`

const placemark = (name: string | null | undefined, comment: string | null, at: [number, number, number | null]) =>
  `<Placemark>${element('name', name)}${element('description', comment)}<Point>${at[2] === null ? '' : '<altitudeMode>absolute</altitudeMode>'}<coordinates>${tuple(...at)}</coordinates></Point></Placemark>`

/** `absolute` says that the heights are meant, 0 as well. */
function linesOf(content: FileContent): { hasTracks: boolean; lines: string } {
  const { line } = content
  const hasTracks = hasAllTimes(content) && !line.heightM.some(Number.isNaN)
  const mode = line.heightM.every(Number.isNaN) ? 'clampToGround' : 'absolute'
  const open = hasTracks
    ? `<gx:Track><altitudeMode>${mode}</altitudeMode>\n`
    : `<LineString><tessellate>1</tessellate><altitudeMode>${mode}</altitudeMode><coordinates>\n`
  const close = hasTracks ? '</gx:Track>\n' : '</coordinates></LineString>\n'
  const lines: string[] = []
  for (const [from, to] of spansOf(line)) {
    const times = hasTracks ? timesOf(content.timeMs!.subarray(from, to)) : ''
    lines.push(open, times, coordinatesOf(line, from, to, hasTracks ? TRACK_MARKS : LINE_MARKS), close)
  }
  return { hasTracks, lines: lines.join('') }
}

const OPEN_TIME = new LiteralBytes('<when>')
const CLOSE_TIME = new LiteralBytes('</when>\n')
const TRACK_MARKS = {
  open: new LiteralBytes('<gx:coord>'),
  comma: new LiteralBytes(' '),
  close: new LiteralBytes('</gx:coord>\n'),
}
const LINE_MARKS = { open: new LiteralBytes(''), comma: new LiteralBytes(','), close: new LiteralBytes('\n') }

function timesOf(timeMs: Float64Array): string {
  const text = new LineText()
  for (let i = 0; i < timeMs.length; i++) text.add(OPEN_TIME).time(timeMs[i]).add(CLOSE_TIME)
  return text.take()
}

function coordinatesOf(
  { lon, lat, heightM }: FileLine,
  from: number,
  to: number,
  { open, comma, close }: typeof LINE_MARKS,
): string {
  const text = new LineText()
  for (let i = from; i < to; i++) {
    text.add(open).degrees(lon[i]).add(comma).degrees(lat[i])
    if (!Number.isNaN(heightM[i])) text.add(comma).metres(heightM[i])
    text.add(close)
  }
  return text.take()
}
