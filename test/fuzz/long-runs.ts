// Long runs of one letter, or of two that a pattern could divide in many ways, alone and within the frames that texts
// have: numbers, dates, polylines, files. What reads them must take time in proportion to their length at most.

import * as fc from 'fast-check'
import type { RawRequest } from './rest-request.ts'

const LETTERS = [
  '0',
  '9',
  'a',
  'Z',
  '.',
  '-',
  '+',
  ',',
  ';',
  ':',
  '/',
  '=',
  '"',
  "'",
  '(',
  '{',
  '[',
  '<',
  '&',
  '|',
  '*',
  '_',
]
const WIDE = [' ', '\t', '\n', '\u00a0', 'é', '\u0301', 'İ', '·', '😀']
/** What a head takes, less what else stands in it. */
const HEAD_CHARACTERS = 80_000
const HEADERS = [
  'range',
  'if-none-match',
  'if-range',
  'accept',
  'accept-encoding',
  'authorization',
  'x-api-key',
  'x-forwarded-for',
  'x-request-id',
  'origin',
  'content-type',
  'content-encoding',
  'traceparent',
  'tracestate',
] as const

function run(letters: readonly string[], mostCharacters: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...letters),
      fc.constantFrom(...letters),
      fc.integer({ min: 65, max: mostCharacters }),
      fc.nat(3),
    )
    .map(([first, second, length, kind]) => {
      if (kind === 0) return first.repeat(length)
      if (kind === 1) return first.repeat(length / 2) + second.repeat(length / 2)
      if (kind === 2) return (first + second).repeat(length / 2)
      return `${first.repeat(length)}!`
    })
}

const FRAMES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => `1${text}`,
  (text) => `${text}1`,
  (text) => `1.${text}e5`,
  (text) => `${text},${text}`,
  (text) => `1,2|${text}|3,4`,
  (text) => `2026-11-22T10:00:00${text}Z`,
  (text) => `1:${text}:30`,
  (text) => `_p~iF~ps|U${text}`,
  (text) => `#${text}`,
  (text) => `Berg${text}see`,
  (text) => `<gpx version="1.1"><trk><trkseg><trkpt lat="${text}" lon="1"/></trkseg></trk></gpx>`,
  (text) => `<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"><ele>${text}</ele></trkpt></trkseg></trk></gpx>`,
  (text) => `<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"><time>${text}</time></trkpt></trkseg></trk></gpx>`,
  (text) => `<gpx version="1.1"><trk><name>${text}</name><trkseg/></trk></gpx>`,
  (text) => `<gpx version="1.1">${text}</gpx>`,
]

/** A text in place of any value. */
export const longRun: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...FRAMES), run([...LETTERS, ...WIDE], 60_000))
  .map(([frame, text]) => frame(text))

/** A request with such a run as a header, or behind its path. */
export function withLongHead(request: fc.Arbitrary<RawRequest>): fc.Arbitrary<RawRequest> {
  const inHeader = fc.tuple(request, fc.constantFrom(...HEADERS), run([...LETTERS, ' ', '\t'], HEAD_CHARACTERS))
  const inPath = fc.tuple(request, run(['a', '0', '/', '.', '%', ';', '-', '_', '~'], HEAD_CHARACTERS))
  return fc.oneof(
    {
      weight: 4,
      arbitrary: inHeader.map(([{ headers, ...rest }, name, text]) => {
        const room = HEAD_CHARACTERS - rest.path.length
        return room < 0
          ? { headers, ...rest }
          : { ...rest, headers: { ...headers, [name]: `x${text.slice(0, room)}x` } }
      }),
    },
    {
      weight: 1,
      arbitrary: inPath.map(([{ path, ...rest }, text]) => ({
        ...rest,
        path: `${path.split('?', 1)[0]}/${text}`.slice(0, HEAD_CHARACTERS),
      })),
    },
  )
}
