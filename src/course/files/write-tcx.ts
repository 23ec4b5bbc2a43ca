// TCX (TrainingCenterDatabase v2): a Course with a Track for each part; waypoints and cues are course points. A name
// has room for 15 characters (course points: 10), as the schema says; a longer one stands whole in the notes. That of a
// turn is then a word or two for it.

import { DEFAULT_LANGUAGE, rendererFor } from '../../language/catalogue-files.ts'
import type { Renderer } from '../../language/renderer.ts'
import { say } from '../../language/sentence.ts'
import { toXmlText } from '../../wire/markup-text.ts'
import { type CoursePoint, type Schedule, coursePointsOf, lostTimes, scheduleOf } from './course-schedule.ts'
import { fromTcxType, isNameless, NAMELESS, shortCue, TCX_GENERIC, toTcxType } from './cue-types.ts'
import { LiteralBytes } from '../../wire/wire-bytes.ts'
import {
  type FileContent,
  type WrittenFile,
  creditOf,
  degrees,
  isoTime,
  metres,
  onceForLine,
  spansOf,
} from './file-content.ts'
import { LineText } from './line-text.ts'

export const NAME_CHARACTERS = 15
const POINT_NAME_CHARACTERS = 10

export function writeTcx(content: FileContent): WrittenFile {
  const schedule = scheduleOf(content, 'TCX')
  const lost = lostTimes(schedule, content, 'TCX')
  const points = coursePointsOf(content, schedule, 'TCX', lost)
  const isCut = (text: string, most: number) => [...text].length > most
  const renderer = rendererFor(content.language ?? DEFAULT_LANGUAGE)
  const name = content.name ?? renderer.render(NAMELESS)
  if (isCut(name, NAME_CHARACTERS) || points.some((point) => isCut(point.name, POINT_NAME_CHARACTERS)))
    lost.push({
      code: 'names_cut',
      message: say('lost.names_cut.tcx', { characters: NAME_CHARACTERS, pointCharacters: POINT_NAME_CHARACTERS }),
    })
  if (points.some(({ cue }) => cue !== null && fromTcxType(toTcxType(cue)) !== cue))
    lost.push({
      code: 'cue_types',
      message: say('lost.cue_types.tcx'),
    })
  const isInNotes = isCut(name, NAME_CHARACTERS) || isNameless(content.name)
  const notes = [...(isInNotes ? [name] : []), ...content.sources.map(creditOf)].join('\n')
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">\n<Courses><Course>\n' +
    `<Name>${toXmlText(cut(name, NAME_CHARACTERS))}</Name>\n${lapOf(content, schedule)}${onceForLine(content, 'tcx', () => tracksOf(content, schedule))}` +
    (notes === '' ? '' : `<Notes>${toXmlText(notes)}</Notes>\n`) +
    points.map((point) => coursePoint(point, renderer)).join('') +
    '</Course></Courses>\n</TrainingCenterDatabase>\n'
  return { content: text, lost }
}

const cut = (text: string, most: number) => [...text].slice(0, most).join('')
const position = (lon: number, lat: number, name = 'Position') =>
  `<${name}><LatitudeDegrees>${degrees(lat)}</LatitudeDegrees><LongitudeDegrees>${degrees(lon)}</LongitudeDegrees></${name}>`

function lapOf({ line: { lon, lat } }: FileContent, { timeMs, lengthM }: Schedule): string {
  const last = lon.length - 1
  const seconds = Math.max(0, (timeMs[timeMs.length - 1] - timeMs[0]) / 1000)
  return `<Lap><TotalTimeSeconds>${seconds.toFixed(1)}</TotalTimeSeconds><DistanceMeters>${metres(lengthM)}</DistanceMeters>${position(lon[0], lat[0], 'BeginPosition')}${position(lon[last], lat[last], 'EndPosition')}<Intensity>Active</Intensity></Lap>\n`
}

const OPEN_PART = new LiteralBytes('<Track>\n')
const CLOSE_PART = new LiteralBytes('</Track>\n')
const OPEN_POINT = new LiteralBytes('<Trackpoint><Time>')
const BEFORE_LAT = new LiteralBytes('</Time><Position><LatitudeDegrees>')
const BEFORE_LON = new LiteralBytes('</LatitudeDegrees><LongitudeDegrees>')
const CLOSE_POSITION = new LiteralBytes('</LongitudeDegrees></Position>')
const OPEN_HEIGHT = new LiteralBytes('<AltitudeMeters>')
const CLOSE_HEIGHT = new LiteralBytes('</AltitudeMeters>')
const OPEN_METRES = new LiteralBytes('<DistanceMeters>')
const CLOSE_POINT = new LiteralBytes('</DistanceMeters></Trackpoint>\n')

function tracksOf({ line }: FileContent, { atM, timeMs }: Schedule): string {
  const text = new LineText()
  const { lon, lat, heightM } = line
  for (const [from, to] of spansOf(line)) {
    text.add(OPEN_PART)
    for (let i = from; i < to; i++) {
      text.add(OPEN_POINT).time(timeMs[i]).add(BEFORE_LAT).degrees(lat[i]).add(BEFORE_LON).degrees(lon[i])
      text.add(CLOSE_POSITION)
      if (!Number.isNaN(heightM[i])) text.add(OPEN_HEIGHT).metres(heightM[i]).add(CLOSE_HEIGHT)
      text.add(OPEN_METRES).metres(atM[i]).add(CLOSE_POINT)
    }
    text.add(CLOSE_PART)
  }
  return text.take()
}

function coursePoint({ lon, lat, timeMs, name, cue }: CoursePoint, renderer: Renderer): string {
  const short = shortName(name, cue, renderer)
  return `<CoursePoint><Name>${toXmlText(short)}</Name><Time>${isoTime(Math.trunc(timeMs))}</Time>${position(lon, lat)}<PointType>${cue === null ? TCX_GENERIC : toTcxType(cue)}</PointType>${short === name ? '' : `<Notes>${toXmlText(name)}</Notes>`}</CoursePoint>\n`
}

/** A long one is cut; the beginning of an instruction may lack the turn, so that stands there instead. */
function shortName(name: string, cue: CoursePoint['cue'], renderer: Renderer): string {
  const turn = cue === null || [...name].length <= POINT_NAME_CHARACTERS ? null : shortCue(cue)
  return cut(turn === null ? name : renderer.render(turn), POINT_NAME_CHARACTERS)
}
