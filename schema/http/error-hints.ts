// What a caller can do about an error, or about a list that came out empty, as data: `extensions.hints: [{ code, path,
// text, values }]`, of a list in the extensions of the answer, with its `field`. Made from what the error says and from
// the regions that are served; none where nothing is known. `text` is said when the answer is written, in its language.

import {
  type SentArea,
  type ServedRegion,
  nearestRegions,
  outsideRegions,
  swappedInside,
} from '../../resolvers/served-regions.ts'
import type { ServiceError } from '../../src/errors.ts'
import type { Box, LonLat } from '../../src/geo/lon-lat.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import { type Sentence, say } from '../../src/language/sentence.ts'
import type { ReleaseService } from '../../src/releases/release-info.ts'

/** Of many regions the nearest are named. */
const MOST_REGIONS = 3

export type Hint = { path: string | undefined; field?: readonly (string | number)[] } & (
  | { code: 'SWAPPED_COORDINATES'; sentence: Sentence<'hint.swapped_coordinates'>; values: { swapped: LonLat | Box } }
  | {
      code: 'OBJECT_COORDINATES'
      sentence: Sentence<'hint.object_coordinates' | 'hint.object_coordinates.member'>
      values: { pair: LonLat; member?: string }
    }
  | { code: 'NEAREST_POINT'; sentence: Sentence<'hint.nearest_point'>; values: { nearest: LonLat } }
  | { code: 'REGION_BOX'; sentence: Sentence<'hint.region_box'>; values: { regions: ServedRegion[] } }
)

/** In the extensions of an error. JSON has no symbols. */
const HINTS = Symbol('hints')

/** To be spread into the extensions of an error. */
export const hinting = (hints: readonly Hint[]) => (hints.length === 0 ? {} : { [HINTS]: hints })

/** Those that it was made with. */
export const keptHints = (extensions: object | undefined): readonly Hint[] =>
  (extensions as { [HINTS]?: readonly Hint[] } | undefined)?.[HINTS] ?? []

/** As they are written, to be spread into the extensions. */
export function writtenHints(extensions: object | undefined, renderer: Renderer): { hints?: object[] } {
  return asWritten(keptHints(extensions), renderer)
}

/** The same of hints that no error has. */
export function asWritten(hints: readonly Hint[], renderer: Renderer): { hints?: object[] } {
  if (hints.length === 0) return {}
  return {
    hints: hints.map(({ code, field, path, sentence, values }) => ({
      code,
      ...(field === undefined ? {} : { field }),
      ...(path === undefined ? {} : { path }),
      text: renderer.render(sentence),
      values,
    })),
  }
}

/** Of a failure of a field. */
export function hintsOf({ code, about, inputPath }: ServiceError, releases: ReleaseService): Hint[] {
  if (about === undefined) return []
  const { at, nearest } = about
  const swapped = swappedInside(releases, at)
  const regions = code === 'outside_region' ? nearestRegions(releases, at).slice(0, MOST_REGIONS) : []
  return [
    ...(swapped === null ? [] : [swappedHint(inputPath, at, swapped)]),
    ...(nearest === undefined ? [] : [nearestHint(inputPath, nearest)]),
    ...(regions.length === 0 ? [] : [regionHint(inputPath, regions)]),
  ]
}

/** Of an empty list: none where a region has a part of the area. `path`: where the area stands. */
export function hintsOfArea(area: SentArea, path: string, releases: ReleaseService): Hint[] {
  const outside = outsideRegions(releases, area)
  if (outside === null) return []
  const { form, sent, swapped, regions } = outside
  const place = `${path}.${form}`
  return [
    ...(swapped === null ? [] : [swappedHint(place, sent, swapped)]),
    ...(regions.length === 0 ? [] : [regionHint(place, regions.slice(0, MOST_REGIONS))]),
  ]
}

/**
 * Of `{lat, lon}` where a pair is wanted, or an object with one in `member`; null unless both are numbers that degrees
 * can be.
 */
export function objectHint(path: string, lat: number, lon: number, member: string | null): Hint | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null
  const [code, position, pair] = ['OBJECT_COORDINATES', `${lon}, ${lat}`, [lon, lat]] as const
  if (member === null) return { code, path, sentence: say('hint.object_coordinates', { position }), values: { pair } }
  const sentence = say('hint.object_coordinates.member', { field: member, position })
  return { code, path, sentence, values: { pair, member } }
}

function nearestHint(path: string | undefined, [lon, lat]: LonLat): Hint {
  const sentence = say('hint.nearest_point', { position: `${lon}, ${lat}` })
  return { code: 'NEAREST_POINT', path, sentence, values: { nearest: [lon, lat] } }
}

function swappedHint(path: string | undefined, point: LonLat | Box, swapped: LonLat | Box): Hint {
  const positions = { position: point.join(', '), swappedPosition: swapped.join(', ') }
  return {
    code: 'SWAPPED_COORDINATES',
    path,
    sentence: say('hint.swapped_coordinates', positions),
    values: { swapped },
  }
}

function regionHint(path: string | undefined, regions: ServedRegion[]): Hint {
  const boxes = regions.map(({ region, box }) => `${region} [${box.join(', ')}]`)
  return { code: 'REGION_BOX', path, sentence: say('hint.region_box', { boxes }), values: { regions } }
}
