// Rows of places and outdoor places, made from objects of the map and from named trails.

import type { Tags } from '../osm/tags.ts'
import type { PlaceOutline, PlaceRow, PoiRow, TrailRow } from './catalogue-rows.ts'
import { importanceOf } from './importance.ts'
import { parseElevationM, parsePopulation } from './parse-measure.ts'
import type { ObjectList } from './collected-lists.ts'
import { type PlaceKind, findPlaceKinds, adminLevelOf } from '../osm/place-kinds.ts'
import { boxOfOutline } from './outline-of.ts'
import { toPlaceId } from './place-id.ts'
import { findPoiKinds } from '../osm/poi-kinds.ts'
import { readNames } from './read-names.ts'
import type { Standing } from './stand-objects.ts'
import type { Area } from './area.ts'

/** A place that is itself an area of a country belongs only to areas up to this admin level. */
const LARGEST_REGION_ONLY = new Map<string, number>([
  ['country', 1],
  ['state', 3],
  ['region', 3],
  ['county', 4],
])

type PlaceEntry = Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>

export function placeOf(
  objects: ObjectList,
  { index, heightM, prominenceM }: Standing,
  tags: Tags,
  regions: RegionFinder,
  importance: number,
  outline: PlaceOutline | null,
): PlaceEntry {
  const lonE7 = objects.lonE7.array[index]
  const latE7 = objects.latE7.array[index]
  const { name, others } = readNames(tags)
  const kinds = findPlaceKinds(tags)
  const tagged = parseElevationM(tags.get('ele'))
  const elevationM = tagged ?? heightM
  return {
    id: objects.ids.idOf(index),
    name: name!,
    otherNames: others,
    kind: kinds[0],
    kinds,
    lon: lonE7 / 1e7,
    lat: latE7 / 1e7,
    region: regions.find(lonE7, latE7, name!, LARGEST_REGION_ONLY.get(kinds[0])),
    elevationM,
    elevationSource: tagged !== null ? 'tag' : elevationM !== null ? 'terrain' : null,
    population: parsePopulation(tags.get('population')),
    prominenceM,
    hasWikidata: tags.has('wikidata'),
    importance,
    adminLevel: adminLevelOf(tags),
    bbox: outline === null ? null : boxOfOutline(outline),
  }
}

/** Of an object that is an outdoor place. */
export function poiOf(
  objects: ObjectList,
  { index, heightM }: Standing,
  tags: Tags,
): Omit<PoiRow, 'osmType' | 'osmId'> {
  const kinds = findPoiKinds(tags)
  return {
    id: objects.ids.idOf(index),
    kind: kinds[0],
    kinds,
    name: tags.get('name') ?? null,
    lon: objects.lonE7.array[index] / 1e7,
    lat: objects.latE7.array[index] / 1e7,
    eleM: parseElevationM(tags.get('ele')) ?? heightM,
    tagsJson: toFlatTags(tags),
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
    bbox: null,
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

export function lineImportance(kind: PlaceKind, tags: Tags): number {
  return importanceOf({
    kind,
    population: null,
    prominenceM: null,
    hasWikidata: tags.has('wikidata'),
    level: null,
  })
}

/** Fields of a record; a tag with one of these names is renamed. */
const POI_FIELDS = ['id', 'osm_type', 'osm_id', 'kind', 'kinds', 'name', 'lat', 'lon', 'ele'] as const
const FIELDS = new Set<string>(POI_FIELDS)

/**
 * An outdoor place's tags as the text of one flat JSON object (decision: places-in-a-box): every tag under its own key,
 * or under `tag:KEY` if it would hide one of our fields. `name` is left out: the record already has it as tagged. Pure.
 */
export function toFlatTags(tags: Tags): string {
  const flat: Record<string, string> = Object.create(null)
  for (const [key, value] of tags) {
    if (key === 'name') continue
    flat[FIELDS.has(key) ? `tag:${key}` : key] = value
  }
  return JSON.stringify(flat)
}

/**
 * Which administrative areas contain a point, as the text of `region`: the smallest, then the largest (`Encamp,
 * Andorra`). An area whose border is incomplete in the data is not used: points inside it get less, never a guess.
 */
export interface NamedArea {
  name: string
  /** null: it is no administrative area, and names no region */
  adminLevel: number | null
  area: Area
}
type AdminArea = NamedArea & { adminLevel: number }

/** Side of a cell in which the areas near a point are listed: a quarter of a degree. */
const CELL_E7 = 2_500_000

export class RegionFinder {
  /** cell -> areas whose box touches it */
  readonly #cells = new Map<number, AdminArea[]>()

  constructor(areas: readonly NamedArea[]) {
    const levels = areas.filter((named): named is AdminArea => named.adminLevel !== null)
    for (const named of levels.sort((a, b) => b.adminLevel - a.adminLevel)) {
      const { minLonE7, minLatE7, maxLonE7, maxLatE7 } = named.area
      for (let x = cellOf(minLonE7); x <= cellOf(maxLonE7); x++) {
        for (let y = cellOf(minLatE7); y <= cellOf(maxLatE7); y++) {
          const list = this.#cells.get(x * 10_000 + y)
          if (list === undefined) this.#cells.set(x * 10_000 + y, [named])
          else list.push(named)
        }
      }
    }
  }

  /**
   * Returns null if no complete area contains the point. Skips areas with the place's own name, and those of a level
   * above `highestLevel`.
   */
  find(lonE7: number, latE7: number, ownName: string, highestLevel = 15): string | null {
    const names: string[] = []
    for (const { name, area, adminLevel } of this.#cells.get(cellOf(lonE7) * 10_000 + cellOf(latE7)) ?? []) {
      if (adminLevel <= highestLevel && name !== ownName && !names.includes(name) && area.holds(lonE7, latE7))
        names.push(name)
    }
    return names.length === 0 ? null : names.length === 1 ? names[0] : `${names[0]}, ${names[names.length - 1]}`
  }
}

const cellOf = (e7: number): number => Math.floor(e7 / CELL_E7)
