// What messengers and other pages show of a link to the explorer: its title, what it is, and a picture of the map with
// the places of the plan, in the language that the link names. No line joins them: the route is not computed for a
// preview, and nothing stands in for it.

import { DEFAULT_LANGUAGE, rendererFor } from '../language/catalogue-files.ts'
import { say } from '../language/sentence.ts'
import { mapLanguageOf } from '../map/style/name-languages.ts'
import { MAX_WAYPOINTS } from '../travel/limits.ts'
import { escapeAttribute } from '../wire/markup-text.ts'

const SIZE = { width: 1200, height: 630 }
const MOST_QUERY_LETTERS = 2000
const MOST_NAME_LETTERS = 100
const POINT = /^(-?\d{1,3}(?:\.\d{1,8})?),(-?\d{1,2}(?:\.\d{1,8})?)$/

export interface PreviewParts {
  apiUrl: string
  title: string
  homeBox: number[] | null
  /** artifacts without which no picture can be drawn */
  missing: string[]
}

/** Lines of the head. A query that is no plan gives those of the page itself. */
export function linkPreview({ apiUrl, title, homeBox, missing }: PreviewParts, query: string): string {
  const words = new URLSearchParams(query.length > MOST_QUERY_LETTERS ? '' : query)
  const name = [...(words.get('name') ?? '')].slice(0, MOST_NAME_LETTERS).join('').trim()
  const language = mapLanguageOf(words.get('language') ?? '')
  const picture = missing.length > 0 ? null : pictureOf(placesOf(words.get('w') ?? ''), homeBox)
  if (language !== null) picture?.set('language', language)
  const description = rendererFor(language ?? DEFAULT_LANGUAGE).render(say('site.description'))
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:title': name === '' ? title : `${name} – ${title}`,
    ...(picture === null
      ? {}
      : {
          'og:image': `${apiUrl}/static-map/render?${picture.toString()}`,
          'og:image:width': String(SIZE.width),
          'og:image:height': String(SIZE.height),
        }),
  }
  const lines = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">\n`,
  )
  lines.unshift(`<meta name="description" content="${escapeAttribute(description)}">\n`)
  return `${lines.join('')}<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}">\n`
}

function placesOf(text: string): [number, number][] {
  return text
    .split(';')
    .slice(0, MAX_WAYPOINTS)
    .flatMap((word): [number, number][] => {
      const found = POINT.exec(word)
      const [lon, lat] = [Number(found?.[1]), Number(found?.[2])]
      return Math.abs(lon) <= 180 && Math.abs(lat) <= 85 ? [[lon, lat]] : []
    })
}

function pictureOf(places: readonly [number, number][], homeBox: number[] | null): URLSearchParams | null {
  const size = { width: String(SIZE.width), height: String(SIZE.height) }
  if (places.length > 0) {
    const features = places.map((coordinates, i) => ({
      type: 'Feature',
      properties: { 'marker-label': i === 0 ? 'A' : i === places.length - 1 ? 'B' : String(i) },
      geometry: { type: 'Point', coordinates },
    }))
    return new URLSearchParams({ geojson: JSON.stringify({ type: 'FeatureCollection', features }), ...size })
  }
  // one that crosses the antimeridian is no box that the picture takes
  if (homeBox === null || homeBox[2] > 180) return null
  return new URLSearchParams({ bbox: homeBox.map((value) => value.toFixed(5)).join(','), ...size })
}
