// Suggestions while typing: places, outdoor places, trails and coordinates. Queried a moment after the last letter.

import { useEffect } from 'preact/hooks'
import type { LonLat } from '../../geo/lon-lat.ts'
import { sendQuery } from '../api/query.ts'
import { SuggestDocument, type SuggestQuery } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { t } from '../i18n/t.ts'
import { announce, camera } from '../plan/session.ts'
import { coordinateText } from './waypoint-names.ts'

type Edge = NonNullable<SuggestQuery['search']>['edges'][number]

/** A place, an outdoor place or a trail, as it is offered. */
export interface Hit {
  id: string
  name: string | null
  kind: string
  location: readonly number[]
  /** areas that it lies in, or the reference of a trail */
  more: string | null
  elevationM: number | null
  isFuzzy: boolean
  matchedName: string
}

function toHit({ node, match, why }: Edge): Hit {
  const { name, location } = node
  const hit = { name, location, isFuzzy: match === 'FUZZY', matchedName: why.matchedName }
  switch (node.__typename) {
    case 'Place':
      return { ...hit, id: `p${node.placeId}`, kind: node.kind, more: node.region, elevationM: node.elevationM }
    case 'OutdoorPlace':
      return { ...hit, id: `o${node.placeId}`, kind: node.kind, more: null, elevationM: node.elevationM }
    case 'Trail':
      return {
        ...hit,
        id: `t${node.relationId}`,
        name: name ?? node.ref,
        kind: 'TRAIL',
        more: node.ref,
        elevationM: null,
      }
  }
}

/** A point that was written out. */
function coordinateHit(point: LonLat): Hit {
  const name = coordinateText(point)
  return {
    id: 'coordinates',
    name,
    kind: 'COORDINATES',
    location: point,
    more: null,
    elevationM: null,
    isFuzzy: false,
    matchedName: name,
  }
}

const REST_MS = 120
export const question = createQuery<Found>()

interface Found {
  /** what was asked */
  text: string
  hits: Hit[]
}

async function findHits(text: string, stop: AbortSignal): Promise<Hit[]> {
  const point = readCoordinates(text)
  if (point !== null) return [coordinateHit(point)]
  const near = camera.peek()
  const { data } = await sendQuery(
    SuggestDocument,
    { text, language: language.peek(), ...(near === null ? {} : { near: [near.lon, near.lat] as [number, number] }) },
    stop,
  )
  return data.search!.edges.map(toHit)
}

/** Asks a moment after the last letter. */
export function useSuggestions(text: string, onFound: (found: Found) => void): void {
  useEffect(() => {
    const wanted = text.trim()
    if (wanted.length < 2) return question.clear()
    const timer = setTimeout(() => {
      void question.ask(async (stop) => {
        const hits = await findHits(wanted, stop)
        announce(hits.length === 0 ? t('search.none', { text: wanted }) : t('search.count', { count: hits.length }))
        onFound({ text: wanted, hits })
        return { text: wanted, hits }
      })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [text])
}

// Coordinates as people write them, latitude first: decimal degrees, degrees and minutes, or with seconds, and the
// hemisphere before or behind, in English or German (O for east). Null for anything else: nothing is guessed. Pure.

const MOST_LETTERS = 60
/** An angle is degrees, then minutes and seconds, each behind its mark: four groups with its letter. */
const LETTERS_FIRST =
  /^([NSEWO])\s?([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?(?:\s?[,;\u002f]\s?|\s)([NSEWO])\s?([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?$/
const LETTERS_BEHIND =
  /^([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?\s?([NSEWO])?(?:\s?[,;\u002f]\s?|\s)([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?\s?([NSEWO])?$/

/** `[lon, lat]` in degrees. */
export function readCoordinates(text: string): LonLat | null {
  const tidy = text.trim().replace(/\s+/g, ' ').toUpperCase()
  if (tidy.length > MOST_LETTERS) return null
  const before = LETTERS_FIRST.exec(tidy)
  const behind = LETTERS_BEHIND.exec(tidy)
  const [first, second] =
    before !== null
      ? [readAngle(before[1], before.slice(2, 5)), readAngle(before[5], before.slice(6))]
      : behind !== null
        ? [readAngle(behind[4], behind.slice(1, 4)), readAngle(behind[8], behind.slice(5, 8))]
        : [null, null]
  if (first === null || second === null) return null
  if ((first.axis === null) !== (second.axis === null)) return null
  const isSwapped = first.axis === 'lon'
  if (first.axis !== null && first.axis === second.axis) return null
  const [lat, lon] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null
}

function readAngle(
  letter: string | undefined,
  [degreeText, minuteText, secondText]: (string | undefined)[],
): { degrees: number; axis: 'lon' | 'lat' | null } | null {
  const number = (part: string | undefined) => Number((part ?? '0').replace(',', '.').replace('\u2212', '-'))
  const minutes = number(minuteText)
  const seconds = number(secondText)
  const degrees = number(degreeText)
  if (minutes >= 60 || seconds >= 60) return null
  const isNegative = /^[-\u2212]/.test(degreeText!)
  if (letter !== undefined && isNegative) return null
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600
  const isBackward = isNegative || letter === 'S' || letter === 'W'
  return {
    degrees: isBackward ? -size : size,
    axis: letter === undefined ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon',
  }
}
