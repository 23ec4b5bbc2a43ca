// The operation "static-map": a picture of a box, or of the caller's own lines and markers, drawn from the live
// release. All of the input is checked here, the GeoJSON to its last position; what reaches the drawing thread is plain
// numbers and colours.

import { type Expectation, type Rule, zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { ServiceError } from '../src/errors.ts'
import type { Box } from '../src/geo/lon-lat.ts'
import { areaOf } from '../src/regions/region-set.ts'
import { findHoldingMost } from '../src/regions/region-area.ts'
import type { JobOptions } from '../src/job-options.ts'
import { splitBox } from '../src/geo/split-box.ts'
import { attributionsOf, type DataSource, EVERY_SOURCE } from '../src/releases/attribution.ts'
import type { FilePlace, ReleaseInfo } from '../src/releases/release-info.ts'
import type { Services } from '../src/services.ts'
import type { MapSources } from '../src/map/picture/map-drawing.ts'
import { mapLanguageOf } from '../src/map/style/name-languages.ts'
import { MAX_FIT_ZOOM, MAX_VIEW_ZOOM } from '../src/map/picture/map-view.ts'
import {
  boundsOfShapes,
  GeojsonFault,
  MAX_LABEL_CHARACTERS,
  MAX_LAT,
  MAX_POSITIONS,
  readGeojson,
} from '../src/map/picture/read-geojson.ts'
import { sourceIn } from '../src/wire/source-names.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { fields, flag, integerFrom, languageTag, numberFrom } from './input/input-fields.ts'
import { atLeastOne, GEOJSON_DRAWING } from './input/json-schema.ts'
import { onceEach } from './pipeline/once-each.ts'

export const DEFAULT_WIDTH = 800
export const DEFAULT_HEIGHT = 600
/** Of a picture in all: 1,280 x 1,280 at scale 2. */
const MAX_PIXELS = 6_553_600
export const DEFAULT_PADDING = 40
const BOX = '[minLon, minLat, maxLon, maxLat]'

const box = () =>
  z.tuple(
    [
      numberFrom(-180, 180, 'longitude'),
      numberFrom(-MAX_LAT, MAX_LAT, 'latitude'),
      numberFrom(-180, 180, 'longitude'),
      numberFrom(-MAX_LAT, MAX_LAT, 'latitude'),
    ],
    { error: zodMessage(say('expected.map_box')) },
  )

const readOnce = onceEach((geojson: object) => readGeojson(geojson))

/** Supplied GeoJSON -> shapes. */
const drawing = () =>
  z.unknown().transform((value, context) => {
    try {
      return typeof value === 'object' && value !== null ? readOnce(value) : readGeojson(value)
    } catch (thrown) {
      if (!(thrown instanceof GeojsonFault)) throw thrown
      context.addIssue({ code: 'custom', path: thrown.path, message: zodMessage(thrown.expected) })
      return z.NEVER
    }
  })

const staticMapInput = fields({
  bbox: box()
    .optional()
    .describe(
      `${BOX} in degrees, all of it in the picture; minLon above maxLon crosses the antimeridian. Needed unless geojson is sent, which is then fitted.`,
    ),
  width: integerFrom(128, 2048, 'pixels').optional().describe(`Default ${DEFAULT_WIDTH}.`),
  height: integerFrom(128, 2048, 'pixels').optional().describe(`Default ${DEFAULT_HEIGHT}.`),
  scale: integerFrom(1, 2)
    .optional()
    .describe(
      `2 for screens with twice the pixels: the picture is twice as wide and high. Default 1. A picture has at most ${MAX_PIXELS.toLocaleString('en')} pixels (width * height * scale * scale).`,
    ),
  padding: integerFrom(0, 512, 'pixels')
    .optional()
    .describe(
      `Room around geojson that is fitted; of no effect beside bbox. Default ${DEFAULT_PADDING}, less in small pictures.`,
    ),
  geojson: drawing()
    .optional()
    .meta({
      ...GEOJSON_DRAWING,
      description: `Any GeoJSON object, drawn on top: at most ${MAX_POSITIONS.toLocaleString('en')} positions. Features may carry stroke, stroke-width, stroke-opacity, fill, fill-opacity, marker-color and marker-label (at most ${MAX_LABEL_CHARACTERS} characters).`,
    }),
  hillshade: flag().optional().describe('Relief as light and shade. Default true.'),
  contours: flag().optional().describe('Contour lines. Default false.'),
  // in one spelling, by which the picture has its entity tag; one that is not there is as if none was given
  language: languageTag()
    .overwrite((tag) => (mapLanguageOf(tag) ?? undefined) as string)
    .optional()
    .describe(
      'Names in this language where the map has them, and the sources in it where Waypost has it. Default: as written on the spot, and English.',
    ),
})
  .superRefine((input, context) => {
    const { bbox, geojson, width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT, scale = 1 } = input
    const refuse = (path: string[], fault: Expectation | Rule) =>
      context.addIssue({ code: 'custom', path, message: zodMessage(fault) })
    const pixels = width * height * scale ** 2
    if (pixels > MAX_PIXELS) return refuse(['scale'], say('rule.pixels', { maxPixels: MAX_PIXELS, pixels }))
    if (bbox !== undefined) {
      if (bbox[1] >= bbox[3]) return refuse(['bbox'], say('expected.map_box.lat'))
      if (bbox[0] === bbox[2]) return refuse(['bbox'], say('expected.map_box.lon'))
      if (bbox[0] > bbox[2] && bbox[2] + 360 - bbox[0] > 180) return refuse(['bbox'], say('expected.map_box.wide'))
      return
    }
    if (geojson === undefined) return refuse([], say('rule.map_shown', { field: 'bbox' }))
    if (geojson.length === 0) return refuse(['geojson'], say('expected.drawn_position'))
    if (input.padding !== undefined && 2 * input.padding > Math.min(width, height) - 32)
      refuse(['padding'], say('expected.padding'))
  })
  .meta(atLeastOne('bbox', 'geojson'))
export type StaticMapInput = z.infer<typeof staticMapInput>

export interface StaticMapPicture {
  png: Uint8Array
  /** pixels, scale included */
  width: number
  height: number
}

const INCLUDED_PIXELS = 2_000_000
const PIXELS_A_CREDIT = 2_000_000
const INCLUDED_VERTICES = 1000
const VERTICES_A_CREDIT = 5000

/** 2 up to 2 megapixels and 1,000 vertices, 1 more for each further 2 megapixels or 5,000 vertices that are begun. */
const creditsFor = (pixels: number, vertices: number): number =>
  2 +
  Math.ceil(Math.max(0, pixels - INCLUDED_PIXELS) / PIXELS_A_CREDIT) +
  Math.ceil(Math.max(0, vertices - INCLUDED_VERTICES) / VERTICES_A_CREDIT)

function creditsOfPicture({
  width = DEFAULT_WIDTH,
  height = DEFAULT_HEIGHT,
  scale = 1,
  geojson = [],
}: StaticMapInput): number {
  let vertices = 0
  for (const { parts } of geojson) for (const part of parts) vertices += part.length / 2
  return creditsFor(width * height * scale * scale, vertices)
}

export const staticMap = defineOperation<StaticMapInput, StaticMapPicture>({
  id: 'static-map',
  summary:
    "A PNG picture of the outdoor map with the caller's line, areas and markers on top; the sources are named inside it.",
  input: staticMapInput,
  limits: { bodyBytes: MB, points: MAX_POSITIONS },
  credits: creditsOfPicture,
  mostCredits: creditsFor(MAX_PIXELS, MAX_POSITIONS),
  creditsRule:
    '2 up to 2 megapixels and 1,000 vertices, 1 more for each further 2 megapixels or 5,000 vertices that are begun',
  sources: EVERY_SOURCE,
  raises: ['artifacts_missing', 'busy'],
  run: drawPicture,
})

/** `job`: who waits for it and for how long; `isTrial`: a warm-up, whose tiles are not kept. Throws ServiceError. */
export async function drawPicture(
  input: StaticMapInput,
  services: Pick<Services, 'releases' | 'run'>,
  job: JobOptions,
  isTrial = false,
): Promise<StaticMapPicture> {
  const { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT, geojson: shapes = [], contours = false } = input
  const scale = input.scale === 2 ? 2 : 1
  const fitted: Box = input.bbox ?? boundsOfShapes(shapes)!
  const sources = findSources(services, fitted, input)
  const png = await services.run(
    'picture',
    {
      box: fitted,
      shapes,
      width,
      height,
      scale,
      contours,
      sources,
      paddingPx:
        input.bbox === undefined
          ? (input.padding ?? Math.min(DEFAULT_PADDING, Math.floor(Math.min(width, height) / 6)))
          : 0,
      maxZoom: input.bbox === undefined ? MAX_FIT_ZOOM : MAX_VIEW_ZOOM,
      language: input.language ?? null,
      isTrial,
    },
    job,
  )
  return { png, width: width * scale, height: height * scale }
}

/**
 * Files of the live release, of several regions of the one with most of the picture. Throws ServiceError
 * `artifacts_missing` naming what it lacks; relief is left out where there is no terrain.
 */
function findSources(
  services: Pick<Services, 'releases'>,
  box: Box,
  { hillshade = true, contours = false, language }: StaticMapInput,
): MapSources {
  const live = findRegionOf(services, box)
  if (live === null) throw new ServiceError(say('error.artifacts_missing.none'))
  const basemap = findFile(services, live, 'basemap')
  if (basemap === null) throw new ServiceError(say('error.artifacts_missing.basemap', { release: live.name }))
  const terrain = hillshade ? findFile(services, live, 'terrain') : null
  const lines = contours ? findFile(services, live, 'contours') : null
  if (contours && lines === null)
    throw new ServiceError(say('error.artifacts_missing.contours', { release: live.name }))
  const drawn: readonly DataSource[] = terrain === null && lines === null ? ['map', 'basemap'] : EVERY_SOURCE
  return {
    basemap,
    terrain,
    contours: lines,
    attributions: attributionsOf(live, drawn).map(({ text }) => sourceIn(language ?? null, text)),
  }
}

function findRegionOf({ releases }: Pick<Services, 'releases'>, box: Box): ReleaseInfo | null {
  const regions = releases.listRegions?.() ?? []
  if (regions.length < 2) return releases.findLive()
  const [west, south, east, north] = splitBox(box)[0]
  const middle = [(west + east) / 2, (south + north) / 2] as const
  const points = [middle, [west, south], [east, south], [west, north], [east, north]] as const
  const most = findHoldingMost(
    regions.map(({ region, release }) => areaOf(region, release)),
    points,
  )
  return regions.find(({ region }) => region === most?.name)?.release ?? null
}

function findFile({ releases }: Pick<Services, 'releases'>, live: ReleaseInfo, name: string): FilePlace | null {
  const artifact = live.artifacts.find((one) => one.name === name)
  return artifact === undefined ? null : releases.findArtifactPlace(name, artifact.version)
}
