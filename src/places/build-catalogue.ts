// Builds a catalogue from map files and terrain: which objects are places, their position (for an area, a point inside
// it), elevation, region and importance; trails in walking order; outdoor places with their tags. Rows go to the sink
// one by one, most important first, so that memory holds only positions, tags as bytes and one row. Everything left out
// is counted with its reason.

import type { Box } from '../geo/lon-lat.ts'
import { hilbertOrder } from '../graph/hilbert.ts'
import type { IgnoredCount } from '../graph/ignored-counts.ts'
import { IgnoredCounts } from '../graph/ignored-counts.ts'
import { NO_COORDINATE_E7, type PbfFile } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { Area, joinRings } from './area-rings.ts'
import { TrailBuilder, type BuiltTrail } from './build-trails.ts'
import type { PlaceRow, PoiRow, TrailRow } from './catalogue-rows.ts'
import { ObjectCollector } from './collect-objects.ts'
import { importanceOf } from './importance.ts'
import { parseElevationM, parsePopulation } from './parse-measure.ts'
import { findPlaceKinds } from './place-kinds.ts'
import { toPlaceId } from './place-id.ts'
import { toFlatTags } from './flat-tags.ts'
import { findPoiKinds } from './poi-kinds.ts'
import { estimateProminenceM, WINDOW_M, type HeightGrid } from './prominence.ts'
import { readNames } from './read-names.ts'
import { RegionFinder, type NamedArea } from './region-finder.ts'
import { tenths } from '../wire/round-to.ts'
import { M_PER_DEG_LAT } from '../geo/lon-lat.ts'

export interface CatalogueTerrain extends HeightGrid {
  heightOrNaN(lon: number, lat: number): number
  prepare(box: Box): Promise<void>
}

export interface CatalogueSink {
  addPlace(row: Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>, trail: TrailRow | null, tags: Tags): void
  addTrail(row: TrailRow, parts: BuiltTrail['parts']): void
  addPoi(row: Omit<PoiRow, 'osmType' | 'osmId'>): void
}

export interface CatalogueReport {
  places: number
  trails: number
  pois: number
  regions: number
  /** names of admin areas that do not close in this data, with the number of open ends */
  brokenAreas: string[]
  ignored: IgnoredCount[]
}

/** Reads the files three times. Throws what reading the files throws. */
export async function buildCatalogue(
  files: readonly PbfFile[],
  terrain: CatalogueTerrain,
  sink: CatalogueSink,
): Promise<CatalogueReport> {
  const found = new ObjectCollector()
  for (const file of files) await file.read({ relations: (batch) => found.takeRelations(batch) })
  for (const file of files) await file.read({ ways: (batch) => found.takeWays(batch) })
  found.beginNodes()
  for (const file of files) await file.read({ nodes: (batch) => found.takeNodes(batch) })

  const ignored = new IgnoredCounts()
  const report: CatalogueReport = { places: 0, trails: 0, pois: 0, regions: 0, brokenAreas: [], ignored: [] }
  const regions = locateAreas(found, report, ignored)
  const trails = new TrailBuilder(found)
  const built: BuiltTrail[] = []
  for (const route of [...found.routes.values()].sort((a, b) => a.relationId - b.relationId)) {
    const trail = await trails.build(route, {
      heightOrNaN: (lon, lat) => terrain.heightOrNaN(lon, lat),
      prepare: (box) => terrain.prepare(box),
    })
    if (trail !== null) built.push(trail)
    else ignored.add('relation', 'a signed route without any line in the data')
  }
  const standings = await standObjects(found, terrain)
  const { heightM } = standings

  // places made from objects and from named trails, most important first
  const objectCount = found.objects.count
  const standing = new Float64Array(objectCount + built.length)
  standing.set(standings.importance)
  built.forEach(
    ({ row }, t) =>
      (standing[objectCount + t] = row.name === null && row.ref === null ? NaN : trailImportance(row, found)),
  )
  const order = [...standing.keys()]
    .filter((i) => !Number.isNaN(standing[i]))
    .sort((a, b) => standing[b] - standing[a] || a - b)
  for (const i of order) {
    if (i >= objectCount) {
      const { row } = built[i - objectCount]
      sink.addPlace(placeOfTrail(row, found, regions, standing[i]), row, found.routes.get(row.relationId)!.tags)
    } else sink.addPlace(placeOf(found, i, regions, standings), null, found.objects.tagsOf(i))
    report.places++
  }
  for (const { row, parts } of built) sink.addTrail(row, parts)
  report.trails = built.length

  // by id: equal input gives an equal file
  const byId = Array.from({ length: objectCount }, (_, i) => i).sort(
    (a, b) => found.objects.ids.idOf(a) - found.objects.ids.idOf(b),
  )
  for (const i of byId) {
    const lonE7 = found.objects.lonE7.array[i]
    if (lonE7 === NO_COORDINATE_E7) continue
    const tags = found.objects.tagsOf(i)
    const kinds = findPoiKinds(tags)
    if (kinds.length === 0) continue
    const tagged = parseElevationM(tags.get('ele'))
    sink.addPoi({
      id: found.objects.ids.idOf(i),
      kind: kinds[0],
      kinds,
      name: tags.get('name') ?? null,
      lon: lonE7 / 1e7,
      lat: found.objects.latE7.array[i] / 1e7,
      eleM: tagged ?? numberOrNull(heightM[i]),
      tagsJson: toFlatTags(tags),
    })
    report.pois++
  }
  report.ignored = ignored.list()
  return report
}

/** Positions areas and ways by a point inside or on them, and finds the complete administrative areas. */
function locateAreas(found: ObjectCollector, report: CatalogueReport, ignored: IgnoredCounts): RegionFinder {
  const { objects, siteLonE7, siteLatE7, wayIds, wayKnown, wayStart, wayEnd, refs } = found
  const sitesOf = (osmId: number): number[] | null => {
    const way = wayIds.find(osmId)
    if (way < 0 || wayKnown.array[way] === 0) return null
    const sites: number[] = []
    for (let r = wayStart.array[way]; r < wayEnd.array[way]; r++) {
      const site = refs.array[r]
      if (siteLonE7[site] !== NO_COORDINATE_E7) sites.push(site)
    }
    return sites
  }
  const areaOf = (ways: readonly number[][]): { area: Area | null; openCount: number } => {
    const { rings, openCount } = joinRings(ways)
    if (rings.length === 0) return { area: null, openCount }
    return {
      openCount,
      area: new Area(
        rings.map((ring) => Float64Array.from(ring.flatMap((site) => [siteLonE7[site], siteLatE7[site]]))),
      ),
    }
  }
  const named: NamedArea[] = []
  for (const { relationId, wayIds: members, adminLevel, name } of found.areas.values()) {
    const lines = members.map(sitesOf)
    const missing = lines.filter((line) => line === null).length
    const { area, openCount } = areaOf(lines.filter((line) => line !== null))
    const whole = area !== null && openCount === 0 && missing === 0
    const index = objects.ids.find(toPlaceId('relation', relationId))
    if (whole && adminLevel !== null) named.push({ name: name!, adminLevel, area })
    else if (adminLevel !== null) report.brokenAreas.push(name!)
    if (index < 0) continue
    // in a broken area, the rings that do close can still contain a point
    const point = area?.findPointInside() ?? null
    if (point !== null) [objects.lonE7.array[index], objects.latE7.array[index]] = point
    else ignored.add('relation', 'an area of a place that does not close')
  }
  report.regions = named.length
  for (let i = 0; i < objects.count; i++) {
    const { osmType, osmId } = objects.identify(i)
    if (osmType !== 'way') continue
    const sites = sitesOf(osmId) ?? []
    if (sites.length === 0) {
      ignored.add('way', 'a place whose nodes are not in the data')
      continue
    }
    const isRing = sites.length >= 4 && sites[0] === sites[sites.length - 1]
    const middle = sites[sites.length >> 1]
    const point = (isRing ? areaOf([sites]).area?.findPointInside() : null) ?? [siteLonE7[middle], siteLatE7[middle]]
    objects.lonE7.array[i] = point[0]
    objects.latE7.array[i] = point[1]
  }
  return new RegionFinder(named)
}

/** A place that is itself an area of a country belongs only to areas up to this admin level. */
const LARGEST_REGION_ONLY = new Map<string, number>([
  ['country', 1],
  ['state', 3],
  ['region', 3],
  ['county', 4],
])

type PlaceEntry = Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>

/** By object; NaN if unknown, importance NaN for an object that is not a named place. */
interface Standings {
  heightM: Float64Array
  prominenceM: Float64Array
  importance: Float64Array
}

/**
 * Ground height and importance of each object, processed in order of position; NaN if unknown or not a named place.
 */
async function standObjects({ objects }: ObjectCollector, terrain: CatalogueTerrain): Promise<Standings> {
  const heightM = new Float64Array(objects.count).fill(NaN)
  const prominenceM = new Float64Array(objects.count).fill(NaN)
  const importance = new Float64Array(objects.count).fill(NaN)
  let prepared: Box | null = null
  const marginDeg = (2 * WINDOW_M) / M_PER_DEG_LAT
  for (const i of hilbertOrder(objects.lonE7.view(), objects.latE7.view())) {
    if (objects.lonE7.array[i] === NO_COORDINATE_E7) continue
    const lon = objects.lonE7.array[i] / 1e7
    const lat = objects.latE7.array[i] / 1e7
    const marginLon = marginDeg / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
    if (
      prepared === null ||
      lon < prepared[0] + marginLon ||
      lon > prepared[2] - marginLon ||
      lat < prepared[1] + marginDeg ||
      lat > prepared[3] - marginDeg
    ) {
      prepared = [lon - 4 * marginLon, lat - 4 * marginDeg, lon + 4 * marginLon, lat + 4 * marginDeg]
      await terrain.prepare([
        Math.max(-180, prepared[0]),
        Math.max(-90, prepared[1]),
        Math.min(180, prepared[2]),
        Math.min(90, prepared[3]),
      ])
    }
    heightM[i] = tenths(terrain.heightOrNaN(lon, lat))
    const tags = objects.tagsOf(i)
    const kind = findPlaceKinds(tags).at(0)
    if (kind === undefined || readNames(tags).name === null) continue
    if (kind === 'peak') prominenceM[i] = estimateProminenceM(terrain, lon, lat) ?? NaN
    importance[i] = importanceOf({
      kind,
      population: parsePopulation(tags.get('population')),
      prominenceM: numberOrNull(prominenceM[i]),
      hasWikidata: tags.has('wikidata'),
      level: null,
    })
  }
  return { heightM, prominenceM, importance }
}

function placeOf(
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
  }
}

/** A trail as a place: named by its name, else its ref, and positioned at the middle of its line. */
function placeOfTrail(row: TrailRow, found: ObjectCollector, regions: RegionFinder, importance: number): PlaceEntry {
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
    hasWikidata: hasWikidata(row, found),
    importance,
  }
}

function trailImportance(row: TrailRow, found: ObjectCollector): number {
  return importanceOf({
    kind: 'trail',
    population: null,
    prominenceM: null,
    hasWikidata: hasWikidata(row, found),
    level: row.level,
  })
}

const hasWikidata = ({ relationId }: TrailRow, { routes }: ObjectCollector): boolean =>
  routes.get(relationId)!.tags.has('wikidata')
const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
