// One object of the map as one place, whatever tables hold it: a named record, an outdoor record, or both. Where they
// disagree the named one wins for name and location; kinds are those of both, each thing once. Pure.

import { PLACE_KINDS, LISTED_PLACE_KINDS, type PlaceKind } from '../osm/place-kinds.ts'
import { POI_KINDS, type PoiKind } from '../osm/poi-kinds.ts'
import type { OsmType, PlaceRow, PoiRow } from './catalogue-rows.ts'
import { parseElevationM } from './parse-measure.ts'
import { namesOfPoi } from './read-names.ts'

/** What a place is: a railway station is one thing, whichever record says so. */
export type MapKind = Exclude<PlaceKind, 'station'> | PoiKind

export interface Place {
  id: number
  osmType: OsmType
  osmId: number
  name: string | null
  otherNames: readonly string[]
  lon: number
  lat: number
  elevationM: number | null
  elevationSource: 'tag' | 'terrain' | null
  /** the first is what it is above all */
  kinds: readonly MapKind[]
  named: PlaceRow | null
  outdoor: PoiRow | null
}

/** Null where there is neither. */
export function joinPlace(named: PlaceRow | null, outdoor: PoiRow | null): Place | null {
  const record = named ?? outdoor
  if (record === null) return null
  const { id, osmType, osmId, name, lon, lat } = record
  const kinds = new Set([...(named?.kinds ?? []).map(toMapKind), ...(outdoor === null ? [] : outdoorKinds(outdoor))])
  return {
    ...{ id, osmType, osmId, name, lon, lat, named, outdoor },
    ...heightOf(named, outdoor),
    otherNames: named?.otherNames ?? namesOfPoi(outdoor!).slice(1),
    kinds: [...kinds],
  }
}

function heightOf(named: PlaceRow | null, outdoor: PoiRow | null): Pick<Place, 'elevationM' | 'elevationSource'> {
  const { elevationM = null, elevationSource = null } = named ?? {}
  if (elevationM !== null) return { elevationM, elevationSource }
  if (outdoor === null || outdoor.eleM === null) return { elevationM: null, elevationSource: null }
  const isTagged = outdoor.tagsJson.includes('"tag:ele"') && parseElevationM(tagsOfOutdoor(outdoor)['ele']) !== null
  return { elevationM: outdoor.eleM, elevationSource: isTagged ? 'tag' : 'terrain' }
}

const toMapKind = (kind: PlaceKind | PoiKind): MapKind => (kind === 'station' ? 'train_station' : kind)

/** A bus station is listed among bus stops; its tags tell them apart. */
function outdoorKinds(outdoor: PoiRow): MapKind[] {
  if (!outdoor.kinds.includes('bus_stop')) return [...outdoor.kinds]
  const { amenity, highway } = tagsOfOutdoor(outdoor)
  if (amenity !== 'bus_station') return [...outdoor.kinds]
  const kinds: MapKind[] = [...outdoor.kinds]
  kinds.splice(kinds.indexOf('bus_stop'), highway === 'bus_stop' ? 0 : 1, 'bus_station')
  return kinds
}

/** Tags as mapped, of the record that has some of them under another key (place-entries.ts). */
export function tagsOfOutdoor({ name, tagsJson }: Pick<PoiRow, 'name' | 'tagsJson'>): Record<string, string> {
  const tags: Record<string, string> = Object.create(null)
  for (const [key, value] of Object.entries(JSON.parse(tagsJson) as Record<string, string>))
    tags[key.startsWith('tag:') ? key.slice('tag:'.length) : key] = value
  if (name !== null) tags['name'] = name
  return tags
}

const NAMED_KINDS: ReadonlySet<string> = new Set(LISTED_PLACE_KINDS)
const OUTDOOR_KINDS: ReadonlySet<string> = new Set(POI_KINDS)

/** Kinds of which there are lists. */
export const MAP_KINDS: readonly MapKind[] = [
  ...new Set([...PLACE_KINDS, ...POI_KINDS].filter((kind) => kind !== 'administrative_area').map(toMapKind)),
]

export interface PlaceChoice {
  /** null: all */
  kinds: readonly string[] | null
  /** with a name, or without one; null: either */
  named: boolean | null
}

interface Requested {
  /** null: all; none: the table need not be asked */
  kinds: string[] | null
  named: boolean | null
}

/**
 * What each table is to find: they find all that are chosen, and `isChosen` tells the others, where there are any
 * (`needsJudging`).
 */
export function queriesOfTables({ kinds, named }: PlaceChoice): { named: Requested; outdoor: Requested } {
  const asNamed = kinds?.map((kind) => (kind === 'train_station' ? 'station' : kind))
  const asOutdoor = kinds?.map((kind) => (kind === 'bus_station' ? 'bus_stop' : kind))
  return {
    named: { kinds: named === false ? [] : onlyOf(NAMED_KINDS, asNamed), named },
    outdoor: { kinds: onlyOf(OUTDOOR_KINDS, asOutdoor), named },
  }
}

const onlyOf = (known: ReadonlySet<string>, kinds: readonly string[] | undefined): string[] | null =>
  kinds === undefined ? null : [...new Set(kinds)].filter((kind) => known.has(kind))

/** Kinds under which the tables together have what is chosen. */
export function kindsOfTables(choice: PlaceChoice): string[] | null {
  const { named, outdoor } = queriesOfTables(choice)
  return choice.kinds === null ? null : [...new Set([...named.kinds!, ...outdoor.kinds!])]
}

/** The tables do not tell bus stations from stops. */
export const needsJudging = ({ kinds }: PlaceChoice): boolean =>
  kinds !== null && kinds.includes('bus_stop') !== kinds.includes('bus_station')

export const isChosen = ({ kinds }: Pick<Place, 'kinds'>, chosen: PlaceChoice): boolean =>
  chosen.kinds === null || kinds.some((kind) => chosen.kinds!.includes(kind))
