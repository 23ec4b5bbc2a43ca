// The law of exports: what a course has either comes back from the file, or `lost` of writing or of reading names it.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportCourse } from '../../../src/course/files/export-course.ts'
import { FILE_FORMATS, type FileContent, toFileLine } from '../../../src/course/files/file-content.ts'
import { writeFile } from '../../../src/course/files/write-file.ts'
import { caseCount } from '../../support/case-count.ts'
import { between } from '../../support/arbitraries.ts'

const lon = between(-179, 179)
const lat = between(-89, 89)
const heightM = fc.option(between(-400, 8800), { nil: null })
const words = fc.string({ maxLength: 30, unit: fc.constantFrom(...'abcÄß中 -<&"') }).map((word) => word.trim())
const name = fc.oneof(words, fc.constantFrom('Course', 'cues', 'x'.repeat(150), 'Ñ'.repeat(260)))
const position = fc.tuple(lon, lat, heightM)
const parts = fc
  .array(fc.array(position, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .filter((all) => all.some(({ length }) => length > 1))
const timeMs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 6.4e11, max: 3e12 }) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, 0, 1e9, 6e12) },
)
const TYPES = ['left', 'right', 'straight', 'slight_left', 'sharp_right', 'u_turn', 'other'] as const

const waypoint = fc.record({ lon, lat, heightM, name: fc.option(name, { nil: null }) })
const cue = fc.record({ lon, lat, text: name, type: fc.constantFrom(...TYPES) })

const content = fc
  .record({
    name: fc.option(name, { nil: null }),
    parts,
    times: fc.option(fc.array(timeMs, { minLength: 15, maxLength: 15 }), { nil: null }),
    waypoints: fc.array(waypoint, { maxLength: 4 }),
    cues: fc.array(cue, { maxLength: 4 }),
    hasSource: fc.boolean(),
  })
  .map(({ parts: given, times, hasSource, ...rest }): FileContent => {
    const line = toFileLine(given)
    return {
      ...rest,
      line,
      timeMs: times === null ? null : Float64Array.from(line.lon, (_, i) => times[i]),
      sources: hasSource ? [{ name: 'S', text: 'by S', licence: null, url: null }] : [],
      profile: null,
      movingS: null,
      madeMs: Date.UTC(2026, 0, 1),
    }
  })
  .filter(({ timeMs: times }) => times === null || !times.every(Number.isNaN))

const near = (a: number, b: number, most: number) => (Number.isNaN(a) ? Number.isNaN(b) : Math.abs(a - b) <= most)

test.each(FILE_FORMATS)('%s: read again, everything is there or named', (format) => {
  fc.assert(
    fc.property(content, (from) => {
      const written = writeFile(format, from)
      const file =
        typeof written.content === 'string' ? written.content : Buffer.from(written.content).toString('base64')
      // through GeoJSON, the one format that shows all of a course in one text; times by GPX
      const said = exportCourse({ file, format: 'geojson', madeMs: 0 })
      const lost = new Set([...written.lost, ...said.lost].map(({ code }) => code as string))
      const isSaid = (...codes: string[]) => codes.some((code) => lost.has(code))
      const gpx = exportCourse({ file, format: 'gpx', madeMs: 0 }).text!
      const faults: string[] = []
      const holds = (what: string, isThere: boolean, ...codes: string[]) => {
        if (!isThere && !isSaid(...codes))
          faults.push(`${what}: not there, and not one of ${codes.join()} in ${[...lost].join()}`)
      }

      holds('name', (from.name ?? '') === (said.name ?? ''), 'names_cut', 'names')
      const points = [
        ...gpx.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">(?:<ele>([^<]+)<\/ele>)?(?:<time>([^<]+)<\/time>)?/g),
      ]
      holds('points', points.length === from.line.lon.length, 'points')
      holds('parts', (gpx.match(/<trkseg>/g) ?? []).length === from.line.partStart.length - 1, 'parts', 'points')
      if (points.length === from.line.lon.length) {
        const heights = points.every(([, , , ele], i) =>
          near(from.line.heightM[i], ele === undefined ? NaN : Number(ele), 0.2),
        )
        holds('heights', heights, 'heights')
        const times = points.every(([, , , , time], i) =>
          near(from.timeMs?.[i] ?? NaN, time === undefined ? NaN : Date.parse(time), 1000),
        )
        holds('times', times, 'times', 'times_made')
      }
      const marks = (tag: string) => [
        ...gpx.matchAll(
          new RegExp(`<${tag} [^>]*>(?:<ele>([^<]*)</ele>)?(?:<name>([^<]*)</name>)?(?:<type>([^<]*)</type>)?`, 'g'),
        ),
      ]
      const plain = (word = '') =>
        word.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
      const [waypoints, cues] = [marks('wpt'), marks('rtept')]
      holds('waypoints', waypoints.length === from.waypoints.length, 'cue_types', 'waypoints')
      holds('cues', cues.length === from.cues.length, 'cue_types', 'waypoints')
      const sorted = (list: (string | null | undefined)[]) =>
        list
          .map((word) => word ?? '')
          .sort()
          .join('|')
      const texts = [...from.waypoints.map((one) => one.name), ...from.cues.map(({ text }) => text)]
      holds(
        'their names',
        sorted(texts) === sorted([...waypoints, ...cues].map((one) => plain(one[2]))),
        'names_cut',
        'waypoints',
        'names',
      )
      holds(
        'their heights',
        waypoints.filter((one) => one[1] !== undefined).length ===
          from.waypoints.filter((one) => one.heightM !== null).length,
        'waypoint_heights',
        'waypoints',
      )
      holds(
        'kinds of turns',
        sorted(cues.map((one) => one[3])) === sorted(from.cues.map(({ type }) => type)),
        'cue_types',
        'waypoints',
      )
      holds('sources', from.sources.length === 0, 'attribution', 'properties')
      expect(faults).toEqual([])
    }),
    { numRuns: caseCount(150, 3000) },
  )
})
