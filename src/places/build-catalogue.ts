// Builds a catalogue from map files and terrain: which objects are places, their position (for an area, a point inside
// it), elevation, region and importance; trails in walking order; outdoor places with their tags. Rows go to the sink
// one by one, most important first, so that memory holds only positions, tags as bytes and one row. Everything left out
// is counted with its reason.

import type { Box } from '../geo/lon-lat.ts'
import { hilbertOrder } from '../graph/hilbert.ts'
import type { IgnoredCount } from '../graph/ignored-counts.ts'
import { IgnoredCounts } from '../graph/ignored-counts.ts'
import { indexesUpTo, sortIndexes } from '../graph/sort-indexes.ts'
import { NO_COORDINATE_E7, type PbfFile } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { cutStrips, measureAreaM2, type AreaStrip } from './area-strips.ts'
import { TrailBuilder, type BuiltTrail } from './build-trails.ts'
import type { PlaceRow, PoiRow, TrailRow } from './catalogue-rows.ts'
import { ObjectCollector } from './collect-objects.ts'
import { importanceOf } from './importance.ts'
import { locateAreas, type FoundArea } from './locate-areas.ts'
import { parseElevationM, parsePopulation } from './parse-measure.ts'
import { ADMINISTRATIVE_AREA, findPlaceKinds } from './place-kinds.ts'
import { adminLevelOf } from './admin-level.ts'
import { toPlaceId } from './place-id.ts'
import { toFlatTags } from './flat-tags.ts'
import { findPoiKinds } from './poi-kinds.ts'
import { estimateProminenceM, WINDOW_M, type HeightGrid } from './prominence.ts'
import { readNames } from './read-names.ts'
import { RegionFinder } from './region-finder.ts'
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
  /** Where a place added before reaches; `strips` cover it. */
  addArea(id: number, sizeM2: number, strips: Iterable<AreaStrip>): void
  /** An area that is not whole in the data. */
  addCutArea(name: string): void
}

export interface CatalogueReport {
  places: number
  trails: number
  pois: number
  regions: number
  /** names of administrative and protected areas that do not close in this data */
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
  const located = locateAreas(found, ignored)
  const regions = new RegionFinder(located.whole)
  report.regions = located.whole.filter(({ adminLevel }) => adminLevel !== null).length
  report.brokenAreas = located.cutNames
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
  const order = sortIndexes(
    indexesUpTo(standing.length).filter((i) => !Number.isNaN(standing[i])),
    (a, b) => standing[b] - standing[a] || a - b,
  )
  for (const i of order) {
    if (i >= objectCount) {
      const { row } = built[i - objectCount]
      sink.addPlace(placeOfTrail(row, found, regions, standing[i]), row, found.routes.get(row.relationId)!.tags)
    } else sink.addPlace(placeOf(found, i, regions, standings), null, found.objects.tagsOf(i))
    report.places++
  }
  addAreas(located.whole, found, regions, sink)
  for (const name of located.cutNames) sink.addCutArea(name)
  for (const { row, parts } of built) sink.addTrail(row, parts)
  report.trails = built.length

  report.pois = addPois(found, heightM, sink)
  report.ignored = ignored.list()
  return report
}

/** By id, since equal input gives an equal file; returns how many. */
function addPois({ objects }: ObjectCollector, heightM: Float64Array, sink: CatalogueSink): number {
  let count = 0
  const byId = sortIndexes(indexesUpTo(objects.count), (a, b) => objects.ids.idOf(a) - objects.ids.idOf(b))
  for (const i of byId) {
    const lonE7 = objects.lonE7.array[i]
    if (lonE7 === NO_COORDINATE_E7) continue
    const tags = objects.tagsOf(i)
    const kinds = findPoiKinds(tags)
    if (kinds.length === 0) continue
    const tagged = parseElevationM(tags.get('ele'))
    sink.addPoi({
      id: objects.ids.idOf(i),
      kind: kinds[0],
      kinds,
      name: tags.get('name') ?? null,
      lon: lonE7 / 1e7,
      lat: objects.latE7.array[i] / 1e7,
      eleM: tagged ?? numberOrNull(heightM[i]),
      tagsJson: toFlatTags(tags),
    })
    count++
  }
  return count
}

/** Areas, the unlisted ones as places, too: by id, since equal input gives an equal file. */
function addAreas(
  areas: readonly FoundArea[],
  { objects }: ObjectCollector,
  regions: RegionFinder,
  sink: CatalogueSink,
): void {
  for (const found of [...areas].sort((a, b) => a.id - b.id)) {
    const { id, area, adminLevel, tags } = found
    const index = objects.ids.find(id)
    if (index < 0 || findPlaceKinds(objects.tagsOf(index)).length === 0) {
      const at = area.findPointInside()
      if (at === null) continue
      const { name, others } = readNames(tags)
      sink.addPlace(
        {
          ...{
            id,
            name: name!,
            otherNames: others,
            kind: ADMINISTRATIVE_AREA,
            kinds: [ADMINISTRATIVE_AREA],
            adminLevel,
          },
          ...{ lon: at[0] / 1e7, lat: at[1] / 1e7, region: regions.find(...at, name!, adminLevel! - 1) },
          ...{ elevationM: null, elevationSource: null, prominenceM: null, importance: 0 },
          population: parsePopulation(tags.get('population')),
          hasWikidata: tags.has('wikidata'),
        },
        null,
        tags,
      )
    }
    sink.addArea(id, measureAreaM2(area), cutStrips(area))
  }
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
    adminLevel: adminLevelOf(tags),
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
    adminLevel: null,
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
