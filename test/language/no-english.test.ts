// What a caller reads is a code of the catalogue with values: below the transports nothing speaks English. Folders are
// added here as they are done.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const FONT = /: Noto Sans (Regular|Medium|Italic)$/
/** What a call costs, and which lines it takes. */
const COUNTED = /: 1(, and 1)? for each |: 1, and those of the route/
const ONE_LINE = /: LineString, one part/
/** Without words for people. */
const FOLDERS = [
  'src/course',
  'src/geo',
  'src/routing',
  'src/regions',
  'src/releases',
  'src/metering',
  'src/wire',
  'src/map',
  'src/places',
  'src/search',
  'src/site',
  'src/storage',
  'src/terrain',
  'src/weather',
  'src/workers',
  'resolvers',
  'rest-compat',
  'schema/http',
]
/** Files, and what they may say. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  // what a split is like: values of the interface
  'src/course/pace-plan.ts': / (climb|descent|terrain)$/,
  // names of elements and messages, keys of what is kept
  'src/course/files/course-schedule.ts': /: schedule 0$/,
  'src/course/files/read-file.ts': /: message 0$/,
  'src/course/files/read-kml.ts': /: (kml|name|coordinates|when|altitudeMode) [A-Za-z ]+$/,
  'src/course/files/read-tcx-course.ts': /: [A-Z]\w+( [A-Z]\w+)+$/,
  'src/course/gpx/read-names.ts': /: (gpx|name|ele)( [a-z]+)+$/,
  // whose data it is, in the words of its owner, and titles of products
  'src/releases/attribution.ts': /: (Terrain model|Waypost demo region)$/,
  'src/weather/forecast-source.ts': /: Weather data by Open-Meteo|: CC BY /,
  'src/weather/snow/snow-products.ts': /snow cover|Copernicus/,
  'src/map/style/style-document.ts': /: Noto Sans, SIL|: Maki, CC0$|: 0: outdoor, 0$/,
  // lists of words of the map and of searches
  'src/places/names/normalise-name.ts': /: ′‛＇\]/,
  'src/places/names/saints.ts': /./,
  'src/osm/place-kinds.ts': /: (path footway|residential|motorway|motorway_link|river stream) /,
  'src/search/parse-question.ts': /: (railway station|train station|estacion|estacio|stazione|gare) ?/,
  'src/search/partial-names.ts': /./,
  'src/search/search-words.ts': /./,
  // for the operator: commands that read height files, map files and stores
  'src/map/tiles/extract-basemap.ts': /./,
  'src/map/tiles/insert-features.ts': /./,
  'src/places/build-catalogue.ts': /: a signed route without any line in the data$/,
  'src/places/locate-areas.ts': /: an? (area of a place that does not close|place whose nodes are not in the data)$/,
  'src/storage/archive/tile-ranges.ts': /./,
  'src/storage/id-index.ts': /./,
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
  'src/weather/snow/snow-raster.ts': /./,
  // and what /readyz of its own listener reports of a store
  'src/storage/objects/block-reader.ts': /: Heights and maps: |: it is not |missing or damaged: pull/,
  // in the log, in metrics, or before the start
  'src/map/picture/vector-tile.ts': /./,
  'src/metering/allowance.ts': /: (area|credits) 0 0$/,
  'src/regions/region-set.ts': / cannot be read: | is not served: |: Region 0: 0$/,
  'src/releases/release-store.ts': /./,
  'src/weather/snow/snow-store.ts': /: The published snow raster cannot be read: 0|Publish it again/,
  'src/workers/thread-pool.ts': /: a 0 (call|job|thread) |: a call of a 0 thread failed$/,
  'src/workers/watchdog.ts': /: the watchdog failed$/,
  'src/workers/watchdog-thread.ts': /: the main thread /,
  'schema/http/subscriptions/subscription-metrics.ts': /./,
  // of requests, programs and files
  'src/map/picture/draw-furniture.ts': /: Noto Sans (Regular|Medium|Italic)$|: 0 km$/,
  'src/map/picture/draw-shapes.ts': FONT,
  'src/map/picture/line-labels.ts': FONT,
  'src/map/picture/list-labels.ts': FONT,
  'src/map/style/glyph-fonts.ts': FONT,
  'src/map/style/style-expressions.ts': FONT,
  'src/site/bundle-cache.ts': /Licences of all parts/,
  'src/site/bundles.ts': /./,
  'src/site/embed-files.ts': /: import 0 from |defineWaypostMap\(0/,
  'src/site/file-range.ts': /: bytes 0-0/,
  'src/site/explorer-page.ts': /: 'self' |<meta /,
  'src/site/page-languages.ts': /: export default /,
  'src/weather/open-meteo.ts': /: waypost \(open outdoor-maps service\)$/,
  'src/wire/html-page.ts': /: frame-ancestors 0$/,
  'resolvers/pipeline/batch-loader.ts': /: (terrain|weather) 0 0$/,
  'rest-compat/serve-operation.ts': /: private, 0$/,
  'schema/http/trusted-documents.ts': /: 0, document 0$/,
  'schema/http/graphql-errors.ts': /: data as JSON$/,
  'schema/http/plugins/write-answer.ts': /: 0, max-age=/,
  'schema/http/stream-form.ts': /./,
  'schema/http/subscriptions/event-text.ts': /./,
  // suggestions of graphql-js, to find them
  'schema/http/value-text.ts': /: Did you mean /,
  // what the interface is, for its documents
  'resolvers/course-file.ts': COUNTED,
  'resolvers/course.ts': ONE_LINE,
  'resolvers/input/input-fields.ts': /: When the start is left: |: Your own pace, /,
  'resolvers/input/json-schema.ts': /: \[lon, lat\] in degrees/,
  'resolvers/input/line-input.ts': /./,
  'resolvers/input/list-fields.ts': /: (?:Length of the line|Moving time \(`time`\)|Height above sea level)$/,
  'resolvers/input/route-weather-input.ts': ONE_LINE,
  'resolvers/input/setting-fields.ts': /./,
  'resolvers/maps.ts': COUNTED,
  'resolvers/matrix.ts': COUNTED,
  'resolvers/reach.ts': COUNTED,
  'resolvers/round-trips.ts': /: up to 0 km on foot and 0 km by bicycle$/,
  'resolvers/routing.ts': COUNTED,
  'resolvers/walker.ts': /: together at most 0 MB and 0 each$/,
  'resolvers/static-map.ts': /: \[minLon, minLat, maxLon, maxLat\]$|: 2 up to 2 megapixels/,
  'rest-compat/openapi.ts': /./,
  'rest-compat/examples.ts': /./,
  'rest-compat/region-examples.ts': /./,
  'rest-compat/routes.ts': /./,
  // and pages about it, and about licences, which are in English
  'rest-compat/reference/reference-page.ts': /./,
  'rest-compat/reference/schema-list.ts': /./,
  'rest-compat/site-pages.ts': /./,
  'schema/http/graphiql/render-graphiql.ts': /./,
  'src/site/changes-feed.ts': /: Waypost: changes of the API$/,
  'src/site/licences-page.ts': /./,
}

/** Of XML, of types of content and of headers. */
const MARKUP = /^\d+: (?:\s*<|[a-z]+\/[\w.+-]+; |public, |attachment; )/

/** Comments, and texts in quotes or backticks. */
const COMMENTS_AND_TEXTS = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g
const TWO_WORDS = /\p{L}{2}[,:;.]? \p{L}{2}/u
/** `near ${name}`, `${count} times` */
const WORD_AND_GAP = /\p{L}{2}[,:;.]? 0|0[,:;.]? \p{L}{2}/u
/** Of a fault in the code, which no caller reads, and what the interface says of itself. */
const OWN_FAULT = /\bnew (?:Range|Type|Syntax)?Error\(\s*$/
const DESCRIPTION = /(?:\bdescribe\(|\b(?:description|summary|about):|\bdescription =|['"`] \+)\s*$/

/** Texts of a source that have two words or more, each with its line. */
function sentencesOf(source: string): string[] {
  return [...source.matchAll(COMMENTS_AND_TEXTS)].flatMap(({ 0: text, index }) => {
    const before = source.slice(0, index)
    if (text.startsWith('/') || OWN_FAULT.test(before) || DESCRIPTION.test(before)) return []
    const words = withoutGaps(text.slice(1, -1))
    return TWO_WORDS.test(words) || (text.startsWith('`') && WORD_AND_GAP.test(words))
      ? [`${source.slice(0, index).split('\n').length}: ${words}`]
      : []
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

const textsOf = (file: string) => sentencesOf(readFileSync(join(ROOT, file), 'utf8'))

describe('no sentence stands in the source of', () => {
  test.each(FOLDERS)('%s', (folder) => {
    const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const file = `${folder}/${name}`
        return textsOf(file)
          .filter((text) => ALLOWED[file]?.test(text) !== true && !MARKUP.test(text))
          .map((text) => `${file}:${text}`)
      })
    expect(found).toEqual([])
  })
})

test('every exception is of a text that is there', () => {
  const idle = Object.keys(ALLOWED).filter((file) => !textsOf(file).some((text) => ALLOWED[file].test(text)))
  expect(idle).toEqual([])
})
