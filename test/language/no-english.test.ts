// What a caller reads is a code of the catalogue with values: below the transports nothing speaks English. Folders are
// added here as they are done.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Without words for people. */
const FOLDERS = [
  'src/course',
  'src/geo',
  'src/routing',
  'src/regions',
  'src/metering',
  'src/wire',
  'src/map/packs',
  'src/places',
  'src/search',
  'src/storage',
  'src/terrain',
  'src/weather',
  'src/workers',
  'resolvers/pipeline',
]
/** Still to do, or for the operator: files, and what they may say. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  // what a split is like: values of the interface
  'src/course/pace-plan.ts': / (climb|descent|terrain)$/,
  // names of elements
  'src/course/files/read-kml.ts': /: (kml|name|coordinates|when|altitudeMode) [A-Za-z ]+$/,
  'src/course/files/read-tcx-course.ts': /: [A-Z]\w+( [A-Z]\w+)+$/,
  'src/course/gpx/read-names.ts': /: (gpx|name|ele)( [a-z]+)+$/,
  // still to do: sources of data
  // whose data it is, in the words of its owner, and titles of products
  'src/weather/forecast-source.ts': /: Weather data by Open-Meteo|: CC BY /,
  'src/weather/snow/snow-products.ts': /snow cover|Copernicus/,
  // for the operator: commands that read height files, map files and stores
  'src/storage/archive/tile-ranges.ts': /./,
  'src/storage/id-index.ts': /./,
  'src/storage/objects/block-lists.ts': /./,
  'src/storage/objects/object-store.ts': /./,
  'src/storage/objects/open-store.ts': /./,
  'src/storage/objects/web-store.ts': /./,
  'src/storage/temporary-file.ts': /: a temporary file of the import was cut$/,
  'src/terrain/height-mosaic.ts': /./,
  'src/terrain/height-raster.ts': /./,
  'src/terrain/open-dem.ts': /./,
  'src/terrain/open-tiff.ts': /./,
  'src/terrain/read-geotiff.ts': /./,
  'src/terrain/read-hgt.ts': /./,
  'src/terrain/write-terrain-artifact.ts': /./,
  'src/terrain/zip-entries.ts': /./,
  // and what /readyz of its own listener reports of a store
  'src/storage/objects/block-reader.ts': /: Heights and maps: |: it is not /,
  // in requests
  'src/weather/open-meteo.ts': /: waypost \(open outdoor-maps service\)$/,
  // lists of words of the map and of searches
  'src/places/names/normalise-name.ts': /: ′‛＇\]/,
  'src/places/names/saints.ts': /./,
  'src/places/place-kinds.ts': /: (path footway|residential|motorway|motorway_link|river stream) /,
  'src/search/parse-question.ts': /: (railway station|train station|estacion|estacio|stazione|gare) ?/,
  'src/search/partial-names.ts': /./,
  // in the log, or for the operator's commands
  'src/places/build-catalogue.ts': /: a signed route without any line in the data$/,
  'src/places/locate-areas.ts': /: an? (area of a place that does not close|place whose nodes are not in the data)$/,
  'src/weather/snow/snow-raster.ts': /./,
  'src/workers/thread-pool.ts': /: a 0 (call|job|thread) |: a call of a 0 thread failed$/,
  'src/workers/watchdog.ts': /: the watchdog failed$/,
  'src/workers/watchdog-thread.ts': /: the main thread /,
  'src/weather/snow/snow-store.ts': /: The published snow raster cannot be read: 0|Publish it again/,
  'src/regions/region-set.ts': / cannot be read: | is not served: /,
}

/** Of XML. */
const MARKUP = /^\d+: \s*</

/** Comments, and texts in quotes or backticks. */
const COMMENTS_AND_TEXTS = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g
const TWO_WORDS = /\p{L}{2}[,:;.]? \p{L}{2}/u
/** Of a fault in the code, which no caller reads. */
const OWN_FAULT = /\bnew (?:Range|Type|Syntax)?Error\(\s*$/

/** Texts of a source that have two words or more, each with its line. */
function sentencesOf(source: string): string[] {
  return [...source.matchAll(COMMENTS_AND_TEXTS)].flatMap(({ 0: text, index }) => {
    if (text.startsWith('/') || OWN_FAULT.test(source.slice(0, index))) return []
    const words = withoutGaps(text.slice(1, -1))
    return TWO_WORDS.test(words) ? [`${source.slice(0, index).split('\n').length}: ${words}`] : []
  })
}

/** A gap may hold braces of its own. */
function withoutGaps(text: string): string {
  const less = text.replaceAll(/\$?\{[^{}]*\}/g, '0')
  return less === text ? text : withoutGaps(less)
}

test('texts are found wherever they stand, comments and names of codes are not', () => {
  const source = [
    "const a = 'No way is open'",
    '// as it is said: "two words"',
    "say('warning.ferry', { places })",
    "const b = ` on ${'x'} foot or by bicycle`",
    "throw new RangeError('no such node')",
    "throw new ServiceError('busy', `Try again${when}.`)",
    "type Grade = 'via_ferrata' | 'T1'",
  ].join('\n')
  expect(sentencesOf(source)).toEqual(['1: No way is open', '4:  on 0 foot or by bicycle', '6: Try again0.'])
})

describe('no sentence stands in the source of', () => {
  test.each(FOLDERS)('%s', (folder) => {
    const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const file = `${folder}/${name}`
        const all = sentencesOf(readFileSync(join(ROOT, file), 'utf8'))
        return all
          .filter((text) => ALLOWED[file]?.test(text) !== true && !MARKUP.test(text))
          .map((text) => `${file}:${text}`)
      })
    expect(found).toEqual([])
  })
})
