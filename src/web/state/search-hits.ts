// Suggestions while typing: places, outdoor places, trails and coordinates. Queried a moment after the last letter.

import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LonLat } from '../../geo/lon-lat.ts'
import { sendQuery } from '../api/query.ts'
import { SuggestDocument, type SuggestQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { t, tCode } from '../i18n/t.ts'
import { announce, camera, mapCommand } from '../plan/session.ts'
import { closeHere, tellHere } from './here-session.ts'
import { showTrail } from './map-content.ts'
import { isOutside } from './region-edge.ts'
import { readCoordinates } from './read-coordinates.ts'
import { coordinateText, nameWaypoint } from './waypoint-names.ts'

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
  /** null: no name did, it is of the kind that the text names */
  matchedName: string | null
  /** of what is of a kind, from what it is to be near to */
  offM: number | null
  /** of a trail */
  osmRelation: number | null
  /** coordinates whose order was turned round */
  isSwapped?: boolean
}

export const isOfKind = ({ matchedName }: Hit): boolean => matchedName === null

function toHit({ node, match, offM, why }: Edge): Hit {
  const { name, location } = node
  const matchedName = why.foundBy === 'KIND' ? null : why.matchedName
  const hit = { name, location, isFuzzy: match === 'FUZZY', matchedName, offM, osmRelation: null }
  switch (node.__typename) {
    case 'Place':
      return { ...hit, id: node.id, kind: node.kind, more: node.region, elevationM: node.elevationM }
    case 'Trail':
      return {
        ...hit,
        id: `t${node.osmRelation}`,
        osmRelation: node.osmRelation,
        name: name ?? node.ref,
        kind: 'TRAIL',
        more: node.ref,
        elevationM: null,
      }
  }
}

/** A point that was written out. */
function coordinateHit(point: LonLat, isSwapped = false): Hit {
  const name = coordinateText(point)
  return {
    id: isSwapped ? 'swapped' : 'coordinates',
    name,
    kind: 'COORDINATES',
    location: point,
    more: null,
    elevationM: null,
    isFuzzy: false,
    matchedName: name,
    offM: null,
    osmRelation: null,
    isSwapped,
  }
}

/** What was written, and before it what was meant where longitude and latitude were plainly mistaken for each other. */
function coordinateHits(point: LonLat): Hit[] {
  const [lon, lat] = point
  const turned: LonLat = [lat, lon]
  const isMistaken = Math.abs(lon) <= 90 && isOutside(point) && !isOutside(turned)
  return [...(isMistaken ? [coordinateHit(turned, true)] : []), coordinateHit(point)]
}

/**
 * Shows a hit on the map and tells what it is: a trail with its card and line, else a point, which becomes a waypoint
 * only if the visitor asks for that.
 */
export function showHit({ name, location, kind, osmRelation }: Hit): void {
  announce(t('search.shown', { name: name ?? tCode('kind', kind) }))
  if (osmRelation !== null) {
    closeHere()
    showTrail(osmRelation)
    return document.getElementById('panel')?.focus()
  }
  const [lon, lat] = location
  const point: LonLat = [lon, lat]
  if (kind !== 'COORDINATES') nameWaypoint(point, name)
  mapCommand.value = { kind: 'fly', lon, lat, zoom: 14 }
  tellHere({ point, name: kind === 'COORDINATES' ? null : name, trails: [], isOffered: true, isSearched: true })
}

/** What is written in the search box. */
export const searchText = signal('')

const REST_MS = 120
export const question = createQuery<Found>()
/** The number of the hit that the list points at; -1: none. */
export const pointedHit = signal(-1)
/** What the map marks: everything that is of the kind that the text names. */
export const markedHits = computed(() => {
  const hits = valueOf(question.answer.value)?.hits ?? []
  return hits.some(isOfKind) ? hits : []
})

interface Found {
  /** what was asked */
  text: string
  hits: Hit[]
}

export async function findHits(text: string, stop: AbortSignal): Promise<Hit[]> {
  const point = readCoordinates(text)
  if (point !== null) return coordinateHits(point)
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
