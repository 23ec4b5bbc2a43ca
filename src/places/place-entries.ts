// Rows of places, made from objects of the map and from named trails.

import type { Tags } from '../osm/tags.ts'
import type { PlaceRow, TrailRow } from './catalogue-rows.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { importanceOf } from './importance.ts'
import { parseElevationM, parsePopulation } from './parse-measure.ts'
import { findPlaceKinds } from './place-kinds.ts'
import { adminLevelOf } from './admin-level.ts'
import { toPlaceId } from './place-id.ts'
import { readNames } from './read-names.ts'
import type { RegionFinder } from './region-finder.ts'
import { numberOrNull, type Standings } from './stand-objects.ts'

/** A place that is itself an area of a country belongs only to areas up to this admin level. */
const LARGEST_REGION_ONLY = new Map<string, number>([
  ['country', 1],
  ['state', 3],
  ['region', 3],
  ['county', 4],
])

type PlaceEntry = Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>

export function placeOf(
  { objects }: ObjectCollector,
  i: number,
  regions: RegionFinder,
  { heightM, prominenceM, importance }: Standings,
): PlaceEntry {
  const tags = objects.tagsOf(i)
  const { name, others } = readNames(tags)
  const kinds = findPlaceKinds(tags)
  const tagged = parseElevationM(tags.get('ele'))
  const elevationM = tagged ?? numberOrNull(heightM[i])
  return {
    id: objects.ids.idOf(i),
    name: name!,
    otherNames: others,
    kind: kinds[0],
    kinds,
    lon: objects.lonE7.array[i] / 1e7,
    lat: objects.latE7.array[i] / 1e7,
    region: regions.find(objects.lonE7.array[i], objects.latE7.array[i], name!, LARGEST_REGION_ONLY.get(kinds[0])),
    elevationM,
    elevationSource: tagged !== null ? 'tag' : elevationM !== null ? 'terrain' : null,
    population: parsePopulation(tags.get('population')),
    prominenceM: numberOrNull(prominenceM[i]),
    hasWikidata: tags.has('wikidata'),
    importance: importance[i],
    adminLevel: adminLevelOf(tags),
  }
}

/** A trail as a place: named by its name, else its ref, and positioned at the middle of its line. */
export function placeOfTrail(row: TrailRow, tags: Tags, regions: RegionFinder, importance: number): PlaceEntry {
  const name = row.name ?? row.ref!
  return {
    id: toPlaceId('relation', row.relationId),
    name,
    otherNames: [...new Set([...row.otherNames, ...(row.ref === null || row.ref === name ? [] : [row.ref])])],
    kind: 'trail',
    kinds: ['trail'],
    lon: row.lon,
    lat: row.lat,
    region: regions.find(Math.round(row.lon * 1e7), Math.round(row.lat * 1e7), name),
    elevationM: null,
    elevationSource: null,
    population: null,
    prominenceM: null,
    hasWikidata: tags.has('wikidata'),
    importance,
    adminLevel: null,
  }
}

export function trailImportance({ level }: TrailRow, tags: Tags): number {
  return importanceOf({
    kind: 'trail',
    population: null,
    prominenceM: null,
    hasWikidata: tags.has('wikidata'),
    level,
  })
}
