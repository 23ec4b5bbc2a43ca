// What a caller can do about an error, as data: `extensions.hints: [{ code, path, text, values }]`. Made from what the
// error says and from the regions that are served; none where nothing is known. `text` is said when the error is
// written, in its language.

import { type ServedRegion, nearestRegions, swappedInside } from '../../resolvers/served-regions.ts'
import type { RefusalSentence, ServiceError } from '../../src/errors.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import { type Sentence, say } from '../../src/language/sentence.ts'
import type { ReleaseService } from '../../src/releases/release-info.ts'

/** Of many regions the nearest are named. */
const MOST_REGIONS = 3

export type Hint = { path: string | undefined } & (
  | { code: 'SWAPPED_COORDINATES'; sentence: Sentence<'hint.swapped_coordinates'>; values: { swapped: LonLat } }
  | { code: 'OBJECT_COORDINATES'; sentence: Sentence<'hint.object_coordinates'>; values: { pair: LonLat } }
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
  const hints = keptHints(extensions)
  if (hints.length === 0) return {}
  return {
    hints: hints.map(({ code, path, sentence, values }) => ({
      code,
      ...(path === undefined ? {} : { path }),
      text: renderer.render(sentence),
      values,
    })),
  }
}

/** Of a failure of a field. */
export function hintsOf({ code, sentence, inputPath }: ServiceError, releases: ReleaseService): Hint[] {
  const point = sentence === null ? null : pointOf(sentence)
  if (point === null) return []
  const swapped = swappedInside(releases, point)
  const regions = code === 'outside_region' ? nearestRegions(releases, point).slice(0, MOST_REGIONS) : []
  return [
    ...(swapped === null ? [] : [swappedHint(inputPath, point, swapped)]),
    ...(regions.length === 0 ? [] : [regionHint(inputPath, regions)]),
  ]
}

/** Of `{lat, lon}` where a pair is wanted; null unless both are numbers that degrees can be. */
export function objectHint(path: string, lat: number, lon: number): Hint | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null
  const sentence = say('hint.object_coordinates', { position: `${lon}, ${lat}` })
  return { code: 'OBJECT_COORDINATES', path, sentence, values: { pair: [lon, lat] } }
}

function swappedHint(path: string | undefined, point: LonLat, swapped: LonLat): Hint {
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

/** Where the point that a sentence names lies; null if it names none. */
function pointOf({ values }: RefusalSentence): LonLat | null {
  const text = (values as { position?: unknown }).position
  if (typeof text !== 'string') return null
  const degrees = text.split(', ').map(Number)
  return degrees.length === 2 && degrees.every(Number.isFinite) ? [degrees[0], degrees[1]] : null
}
