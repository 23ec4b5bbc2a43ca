// Names of waypoints: that of the search result it was taken from, else the nearest place that the service knows, said
// to be near. A point without one is shown by its coordinates; nothing is made up, and a failure names nothing.

import { effect, signal, untracked } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import { sendQuery } from '../api/query.ts'
import { NameOfPointDocument, NameOfTrailDocument } from '../documents/generated/graphql.ts'
import { language } from '../i18n/preferences.ts'
import { type Waypoint, isTrail, pointsOf, roundPoint, toRouteInput, type Plan } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { plan } from '../plan/session.ts'
import type { Language } from '../i18n/words.ts'

interface PointName {
  name: string
  /** metres from the named place; 0 where the point is the place */
  offM: number
  /** in which it was asked; it stays until there is one in another */
  language: Language
}

/** A place so near is where the point is. */
const AT_M = 40
/** Each costs a credit. */
const MOST_NAMES = 25
const MOST_KEPT = 500

/** null: asked, and without a name */
const names = signal<ReadonlyMap<string, PointName | null>>(new Map())

/** Of trails; the language is null where the name is the local one. */
const trailNames = signal<ReadonlyMap<number, { name: string; language: Language | null }>>(new Map())

const keyOf = (point: LonLat): string => roundPoint(point).join(',')

/** Remembers what a point is called, as a search result or the map says. */
export function nameWaypoint(point: LonLat, name: string | null): void {
  if (name !== null) keep(keyOf(point), { name, offM: 0, language: language.peek() })
}

/** Remembers what a trail is called, as a list or card in the language of the page says. */
export function nameTrail(osmRelation: number, name: string | null, of: Language | null = language.peek()): void {
  if (name !== null) trailNames.value = new Map([...trailNames.peek(), [osmRelation, { name, language: of }]])
}

/** The same as the map has it on the spot, until it is known in the language of the page. */
export function nameTrailLocally(osmRelation: number, name: string | null): void {
  if (!trailNames.peek().has(osmRelation)) nameTrail(osmRelation, name, null)
}

/** `Refúgio da Névoa`, `near Refúgio da Névoa`, `Atlantikbogen`; null: no name is known. */
export function waypointName(waypoint: Waypoint): string | null {
  if (isTrail(waypoint)) return trailNames.value.get(waypoint.trail)?.name ?? null
  const found = names.value.get(keyOf(waypoint))
  if (found === undefined || found === null) return null
  return found.offM <= AT_M ? found.name : t('waypoints.near', { name: found.name })
}

/** Latitude first, as the search box takes it. */
export function coordinateText([lon, lat]: LonLat): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}

function keep(key: string, name: PointName | null): void {
  names.value = new Map([...names.peek(), [key, name] as const].slice(-MOST_KEPT))
}

/** Asks for the names of new waypoints from now on, one after another. */
export function followNames(): void {
  let running: AbortController | null = null
  effect(() => {
    const { waypoints } = plan.value
    const spoken = language.value
    running?.abort()
    const own = (running = new AbortController())
    const trails = waypoints.filter(isTrail).map(({ trail }) => trail)
    void untracked(async () => {
      await askNames(pointsOf(waypoints).slice(0, MOST_NAMES), spoken, own.signal)
      await askTrailNames(trails.slice(0, MOST_NAMES), spoken, own.signal)
    })
  })
}

async function askNames(points: readonly LonLat[], spoken: Language, stop: AbortSignal): Promise<void> {
  for (const point of points) {
    const key = keyOf(point)
    const known = names.peek().get(key)
    if (known === null || known?.language === spoken) continue
    try {
      const at: [number, number] = [point[0], point[1]]
      const { data } = await sendQuery(NameOfPointDocument, { at, language: spoken }, stop)
      const edge = data.point?.nearby?.edges[0]
      const name = edge?.node.name ?? null
      keep(key, edge === undefined || name === null ? null : { name, offM: edge.offM ?? 0, language: spoken })
    } catch {
      return // the route says what is wrong with the service
    }
  }
}

async function askTrailNames(trails: readonly number[], spoken: Language, stop: AbortSignal): Promise<void> {
  for (const osmRelation of trails) {
    if (trailNames.peek().get(osmRelation)?.language === spoken) continue
    try {
      const { trail } = (await sendQuery(NameOfTrailDocument, { osmRelation, language: spoken }, stop)).data
      nameTrail(osmRelation, trail?.name ?? trail?.ref ?? null, spoken)
    } catch {
      return // likewise
    }
  }
}

/** What a tour is called after its ends; empty where they have no names. */
export function tourName(plan: Plan): string {
  const { mode, waypoints, loop } = plan
  if (mode === 'loop') return loop.start === null ? '' : (waypointName(loop.start) ?? '')
  const ends = [waypoints[0], waypoints.at(-1)].map((point) => (point === undefined ? null : waypointName(point)))
  return toRouteInput(plan) === null ? '' : [...new Set(ends)].filter((name) => name !== null).join(' – ')
}
