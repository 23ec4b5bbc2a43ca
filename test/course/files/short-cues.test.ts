// Where a format has no room for an instruction, a word or two for its turn stand there, in the language of the export.

import { describe, expect, test } from 'vitest'
import { exportCourse } from '../../../src/course/files/export-course.ts'
import { CUE_TYPES, shortCue } from '../../../src/course/files/cue-types.ts'
import { LANGUAGES, rendererFor } from '../../../src/language/catalogue-files.ts'

const MADE_MS = Date.UTC(2026, 0, 1)
const geometry = {
  type: 'LineString',
  coordinates: [
    [1.5, 42.5],
    [1.5, 42.51],
    [1.51, 42.51],
  ],
}
const cue = (text: string, type: (typeof CUE_TYPES)[number]) => ({ lon: 1.5, lat: 42.51, text, type })
const tcx = (cues: ReturnType<typeof cue>[], language?: string) =>
  exportCourse({ geometry, cues, format: 'tcx', language, madeMs: MADE_MS })
const pointsIn = (text: string) =>
  [...text.matchAll(/<CoursePoint><Name>(.*?)<\/Name>.*?(?:<Notes>(.*?)<\/Notes>)?<\/CoursePoint>/g)].map(
    ([, name, notes]) => [name, notes],
  )

test.each(LANGUAGES)('%s has words for every turn that devices have room for, each its own', (tag) => {
  const words = CUE_TYPES.flatMap((type) => shortCue(type) ?? []).map((turn) => rendererFor(tag).render(turn))
  expect(words).toHaveLength(8)
  expect(new Set(words).size).toBe(8)
  for (const word of words) {
    expect([...word].length, word).toBeLessThanOrEqual(10)
    expect(Buffer.byteLength(word), word).toBeLessThanOrEqual(15)
  }
})

describe('TCX', () => {
  test('a long instruction is in the notes, its turn in the name', () => {
    const { text } = tcx([cue('Turn sharp left onto the path.', 'sharp_left')])
    expect(pointsIn(text!)).toEqual([['Hard left', 'Turn sharp left onto the path.']])
  })

  test('the turn is said in the language of the export', () => {
    const { text } = tcx([cue('Scharf links auf den Pfad abbiegen.', 'sharp_left')], 'de-AT')
    expect(pointsIn(text!)).toEqual([['Scharf li.', 'Scharf links auf den Pfad abbiegen.']])
  })

  test('what has room stays as it is, and what is no turn is cut', () => {
    const { text } = tcx([cue('At the inn', 'left'), cue('Get off your bicycle and push.', 'other')])
    expect(pointsIn(text!)).toEqual([
      ['At the inn', undefined],
      ['Get off yo', 'Get off your bicycle and push.'],
    ])
  })

  test.each(LANGUAGES)('what it says in %s is read again, and nothing of it counts as lost', (tag) => {
    const turns = CUE_TYPES.map((type) => cue(`A long instruction for ${type}.`, type))
    const again = exportCourse({ file: tcx(turns, tag).text!, format: 'geojson', madeMs: MADE_MS })
    expect(again.lost.map(({ code }) => code)).not.toContain('names')
    for (const { text } of turns) expect(again.text).toContain(text)
  })
})

describe('FIT', () => {
  const asFit = (cues: ReturnType<typeof cue>[], language?: string) =>
    exportCourse({ geometry, cues, format: 'fit', language, madeMs: MADE_MS })
  const textsIn = (cues: ReturnType<typeof cue>[], language?: string) => {
    const { features } = JSON.parse(
      exportCourse({ file: asFit(cues, language).bytes!, format: 'geojson', madeMs: MADE_MS }).text!,
    ) as { features: { properties: { name?: string; cue?: string } }[] }
    return features.flatMap(({ properties: { name, cue: type } }) => (type === undefined ? [] : [name]))
  }
  const LONG = 'Biegen Sie an der zweiten Ausfahrt scharf links auf den Pfad in Richtung Comapedrosa ab.'

  test('an instruction of up to 63 bytes is whole, a longer one is its turn in the language of the export', () => {
    const whole = 'Scharf links auf den Pfad abbiegen.'
    const full = 'x'.repeat(63)
    expect(textsIn([cue(whole, 'sharp_left')], 'de')).toEqual([whole])
    expect(textsIn([cue(full, 'left')])).toEqual([full])
    expect(textsIn([cue(`${full}x`, 'left')])).toEqual(['Left'])
    expect(textsIn([cue(LONG, 'sharp_left')], 'de-AT')).toEqual(['Scharf li.'])
  })

  test('it says that names were cut', () => {
    expect(asFit([cue(LONG, 'sharp_left')]).lost.map(({ code }) => code)).toContain('names_cut')
  })
})

describe('KML and TCX in the language of the export', () => {
  const cues = CUE_TYPES.map((type) => cue(`An instruction for ${type}.`, type))
  const written = (format: 'kml' | 'tcx', language?: string) =>
    exportCourse({ geometry, cues: format === 'kml' ? cues : [], format, language, madeMs: MADE_MS }).text!

  test('the folder of cues, their descriptions and the name of a nameless course are said', () => {
    expect(written('kml')).toContain('<Folder><name>cues</name>')
    expect(written('kml')).toContain('<description>slight_left</description>')
    expect(written('tcx')).toContain('<Name>Course</Name>')
    expect(written('kml', 'de')).toContain('<Folder><name>Abbiegehinweise</name>')
    expect(written('kml', 'de')).toContain('<description>halb links</description>')
    expect(written('kml', 'de')).not.toMatch(/>(cues|other|left|right|straight|slight_left|u_turn)</)
    expect(written('tcx', 'de')).toContain('<Name>Strecke</Name>')
  })

  test.each(LANGUAGES)('what they say in %s is read again', (tag) => {
    const kml = exportCourse({ file: written('kml', tag), format: 'geojson', madeMs: MADE_MS })
    const points = JSON.parse(kml.text!).features.slice(1)
    expect(points.map(({ properties }: any) => properties)).toEqual(
      cues.map(({ text, type }) => ({ name: text, cue: type })),
    )
    expect(kml.lost).toEqual([])
    const tcx = exportCourse({ file: written('tcx', tag), format: 'geojson', madeMs: MADE_MS })
    expect(tcx.name).toBeNull()
    expect(tcx.lost.map(({ code }) => code)).not.toContain('names')
  })
})
