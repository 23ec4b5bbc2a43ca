// Builds a catalogue from map files and terrain: which objects are places, their position (for an area, a point inside
// it), elevation, region and importance; trails in walking order; outdoor places with their tags. Rows go to the sink
// one by one, most important first, so that memory holds only positions, tags as bytes and one row. Everything left out
// is counted with its reason.

import type { LonLat } from '../geo/lon-lat.ts'
import type { IgnoredCount } from '../graph/ignored-counts.ts'
import { IgnoredCounts } from '../graph/ignored-counts.ts'
import { indexesUpTo, sortIndexes } from '../graph/sort-indexes.ts'
import { float64List, uint32List } from '../graph/typed-list.ts'
import { NO_COORDINATE_E7, type PbfFile } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { cutStrips, measureAreaM2, type AreaStrip } from './area-strips.ts'
import { TrailBuilder } from './build-trails.ts'
import type { PlaceRow, PoiRow, TrailRow } from './catalogue-rows.ts'
import { ObjectCollector } from './collect-objects.ts'
import { locateAreas, type FoundArea } from './locate-areas.ts'
import { parseElevationM, parsePopulation } from './parse-measure.ts'
import { ADMINISTRATIVE_AREA, findPlaceKinds } from './place-kinds.ts'
import { toFlatTags } from './flat-tags.ts'
import { fromPlaceId } from './place-id.ts'
import { findPoiKinds } from './poi-kinds.ts'
import { readNames } from './read-names.ts'
import { RegionFinder } from './region-finder.ts'
import { type CatalogueTerrain, standObjects, numberOrNull } from './stand-objects.ts'
import { trailImportance, placeOfTrail, placeOf } from './place-entries.ts'
import { WaitingTrails } from './waiting-trails.ts'

export interface CatalogueSink {
  addPlace(row: Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>, trail: TrailRow | null, tags: Tags): void
  addTrail(row: TrailRow, parts: LonLat[][]): void
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
  const built = await buildAllTrails(found, terrain, ignored)
  const standings = await standObjects(found, terrain)
  const { heightM } = standings

  // places made from objects and from named trails, most important first
  const objectCount = found.objects.count
  const standing = new Float64Array(objectCount + built.trails.count)
  standing.set(standings.importance)
  standing.set(built.importance, objectCount)
  const named = uint32List()
  for (let i = 0; i < standing.length; i++) if (!Number.isNaN(standing[i])) named.push(i)
  const order = sortIndexes(named.view(), (a, b) => standing[b] - standing[a] || a - b)
  for (const i of order) {
    if (i >= objectCount) {
      const row = built.trails.rowOf(i - objectCount)
      const tags = found.routes.tagsOf(found.routes.ids.find(row.relationId))
      sink.addPlace(placeOfTrail(row, tags, regions, standing[i]), row, tags)
    } else sink.addPlace(placeOf(found, i, regions, standings), null, found.objects.tagsOf(i))
    report.places++
  }
  addAreas(located.whole, found, regions, sink)
  for (const name of located.cutNames) sink.addCutArea(name)
  report.trails = addTrails(built.trails, found, sink)

  report.pois = addPois(found, heightM, sink)
  report.ignored = ignored.list()
  return report
}

interface BuiltTrails {
  /** by id */
  trails: WaitingTrails
  /** of each; NaN for one that is not a named place */
  importance: Float64Array
}

async function buildAllTrails(
  found: ObjectCollector,
  terrain: CatalogueTerrain,
  ignored: IgnoredCounts,
): Promise<BuiltTrails> {
  const { routes } = found
  const builder = new TrailBuilder(found)
  const trails = new WaitingTrails()
  const importance = float64List()
  const byId = sortIndexes(indexesUpTo(routes.count), (a, b) => routes.ids.idOf(a) - routes.ids.idOf(b))
  for (const route of byId) {
    const trail = await builder.build(route, {
      heightOrNaN: (lon, lat) => terrain.heightOrNaN(lon, lat),
      prepare: (box) => terrain.prepare(box),
    })
    if (trail === null) {
      ignored.add('relation', 'a signed route without any line in the data')
      continue
    }
    const { row, parts } = trail
    trails.push(row, parts)
    importance.push(row.name === null && row.ref === null ? NaN : trailImportance(row, routes.tagsOf(route)))
  }
  return { trails, importance: importance.view() }
}

/** Returns how many. */
function addTrails(trails: WaitingTrails, { siteLonE7, siteLatE7 }: ObjectCollector, sink: CatalogueSink): number {
  const positions = (sites: Uint32Array): LonLat[] =>
    Array.from(sites, (site): LonLat => [siteLonE7[site] / 1e7, siteLatE7[site] / 1e7])
  for (let t = 0; t < trails.count; t++) sink.addTrail(trails.rowOf(t), trails.partsOf(t).map(positions))
  return trails.count
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
  { objects, areas: relations }: ObjectCollector,
  regions: RegionFinder,
  sink: CatalogueSink,
): void {
  for (const { id, area, adminLevel } of [...areas].sort((a, b) => a.id - b.id)) {
    const index = objects.ids.find(id)
    const tags = index < 0 ? relations.tagsOf(relations.ids.find(fromPlaceId(id)!.osmId)) : objects.tagsOf(index)
    if (index < 0 || findPlaceKinds(tags).length === 0) {
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
