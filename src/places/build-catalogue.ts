// Builds a catalogue from map files and terrain: which objects are places, their position (for an area, a point inside
// it), elevation, region and importance; trails in walking order; outdoor places with their tags. Rows go to the sink
// one by one, most important first. Until then they wait in temporary files, like all tags, so that memory holds only
// ids and positions, and one row. Everything left out is counted with its reason.

import { createHash } from 'node:crypto'
import type { LonLat } from '../geo/lon-lat.ts'
import type { ByteFile } from '../storage/byte-file.ts'
import { type IgnoredCount, IgnoredCounts } from '../graph/build/ignored-counts.ts'
import { indexesUpTo, sortIndexes } from '../storage/sort-indexes.ts'
import type { PbfFile } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import type { SortedRuns } from '../storage/sorted-runs.ts'
import { cutStrips, measureAreaM2, type AreaStrip } from './area-strips.ts'
import { type BuiltTrail, TrailBuilder } from './build-trails.ts'
import type { PlaceOutline, PlaceRow, PoiRow, TrailRow } from './catalogue-rows.ts'
import { ObjectCollector } from './collect-objects.ts'
import { locateAreas, type FoundArea } from './locate-areas.ts'
import { parsePopulation } from './parse-measure.ts'
import { ADMINISTRATIVE_AREA, findPlaceKinds, isLineKind, type PlaceKind } from '../osm/place-kinds.ts'
import { fromPlaceId } from './place-id.ts'
import { findPoiKinds } from '../osm/poi-kinds.ts'
import { readNames } from './read-names.ts'
import { RegionFinder, lineImportance, trailImportance, placeOfTrail, placeOf, poiOf } from './place-entries.ts'
import { type CatalogueTerrain, standObjects, type Standing } from './stand-objects.ts'
import { areaOutline, boxOfOutline, lineOutline, waysOf } from './outline-of.ts'
import { fromJsonBytes, toJsonBytes, readTagBytes } from './collected-lists.ts'
import { WorkFiles } from './work-files.ts'
import { normaliseName } from './names/normalise-name.ts'

/** Side of a cell, 1e-7 degrees, some 500 m of latitude: parts in the same or neighbouring cells are one line. */
const CELL_E7 = 45_000

interface MergedLine {
  kind: PlaceKind
  /** index of the part with the lowest id, whose tags it has */
  index: number
  /** of the part in whose middle it is placed, the longest */
  middle: number
  heightM: number | null
  tags: Map<string, string>
  /** place ids of its parts, the lowest first */
  ids: number[]
}

interface Part {
  id: number
  kind: PlaceKind
  /** hash of the town, 0 where none is known */
  town: number
  nodes: number
  index: number
  heightM: number | null
  tags: Map<string, string>
}

/**
 * Named lines that are mapped in parts: the parts of a street within a town, of a path, of a river, are one place. They
 * wait on disk, sorted by name; the parts of one name are in memory at a time, and those that come near one another are
 * one, those of a street only within a town. A footway of the name of a street is a part of it. The place has the
 * lowest id of its parts, so that it lasts where a part is split.
 */
class LineMerger {
  readonly #runs: SortedRuns
  readonly #found: ObjectCollector
  readonly #regions: RegionFinder

  constructor(work: WorkFiles, found: ObjectCollector, regions: RegionFinder) {
    this.#runs = work.sortedRuns('lines', 5)
    this.#found = found
    this.#regions = regions
  }

  add({ index, heightM }: Pick<Standing, 'index' | 'heightM'>, tags: Tags, bytes: Uint8Array): void {
    const { objects } = this.#found
    const name = readNames(tags).name!
    const town = this.#regions.find(objects.lonE7.array[index], objects.latE7.array[index], name)
    const isRiver = findPlaceKinds(tags)[0] === 'river'
    const key = hashOf(`${isRiver ? 'river' : 'way'} ${normaliseName(name)}`)
    this.#runs.add([key, objects.ids.idOf(index), index, heightM ?? UNKNOWN, town === null ? 0 : hashOf(town)], bytes)
  }

  *read(): Generator<MergedLine> {
    let parts: Part[] = []
    let open = -1
    for (const { keys, bytes } of this.#runs.read()) {
      const [hash, id, index, height, town] = keys
      if (hash !== open && parts.length > 0) yield* this.#merge(parts)
      if (hash !== open) parts = []
      open = hash
      const tags = readTagBytes(bytes)
      const heightM = height === UNKNOWN ? null : height
      parts.push({ id, kind: findPlaceKinds(tags)[0], town, nodes: this.#nodes(id), index, heightM, tags })
    }
    if (parts.length > 0) yield* this.#merge(parts)
  }

  *#merge(parts: readonly Part[]): Generator<MergedLine> {
    const groupOf = parts.map((_, i) => i)
    const rootOf = (i: number): number => {
      while (groupOf[i] !== i) i = groupOf[i] = groupOf[groupOf[i]]
      return i
    }
    // streets in cells of their town, everything else in those of all
    const isStreet = parts.some(({ kind }) => kind === 'street')
    const cells = new Map<string, number>()
    parts.forEach((part, i) => {
      const town = isStreet ? part.town : 0
      for (const [x, y] of this.#cellsOf(part.id)) {
        for (let near = 0; near < 9; near++) {
          const other = cells.get(`${town} ${x - 1 + (near % 3)} ${y - 1 + Math.floor(near / 3)}`)
          if (other !== undefined) groupOf[Math.max(rootOf(i), rootOf(other))] = Math.min(rootOf(i), rootOf(other))
        }
        cells.set(`${town} ${x} ${y}`, i)
      }
    })
    const groups = new Map<number, Part[]>()
    parts.forEach((part, i) => {
      const group = groups.get(rootOf(i))
      if (group === undefined) groups.set(rootOf(i), [part])
      else group.push(part)
    })
    for (const group of groups.values()) {
      const [first] = group
      const middle = group.reduce((longest, part) => (part.nodes > longest.nodes ? part : longest))
      yield {
        kind: kindOf(group),
        index: first.index,
        middle: middle.index,
        heightM: middle.heightM,
        tags: first.tags,
        ids: group.map(({ id }) => id),
      }
    }
  }

  #nodes(id: number): number {
    return (waysOf(this.#found, id) ?? []).reduce((sum, line) => sum + (line?.sites.length ?? 0), 0)
  }

  /** [x, y] of each cell that it has a node in. */
  *#cellsOf(id: number): Generator<[number, number]> {
    const { siteLonE7, siteLatE7 } = this.#found
    for (const line of waysOf(this.#found, id) ?? [])
      for (const site of line?.sites ?? [])
        yield [Math.floor(siteLonE7[site] / CELL_E7), Math.floor(siteLatE7[site] / CELL_E7)]
  }
}

/** What most of it is. */
function kindOf(group: readonly Part[]): PlaceKind {
  let streetNodes = 0
  for (const { kind, nodes } of group) streetNodes += kind === 'street' ? nodes : -nodes
  return group[0].kind === 'river' ? 'river' : streetNodes >= 0 ? 'street' : 'path'
}

const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUIntBE(0, 6)

export interface CatalogueSink {
  addPlace(
    row: Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>,
    trail: TrailRow | null,
    tags: Tags,
    outline: PlaceOutline | null,
  ): void
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

/** A named trail that waits to be written as a place. */
interface WaitingTrail {
  row: TrailRow
  tags: [key: string, value: string][]
}

/** A named line that waits to be written as a place. */
interface WaitingLine extends Omit<MergedLine, 'tags' | 'heightM'> {
  tags: [key: string, value: string][]
}

/**
 * Reads the files three or four times. `workPath`: what the names of temporary files begin with; none is left, whether
 * it succeeds or fails. `memoryBytes`: so much of each of them is in memory. Throws what reading the files throws.
 */
export async function buildCatalogue(
  files: readonly PbfFile[],
  terrain: CatalogueTerrain,
  sink: CatalogueSink,
  workPath: string,
  memoryBytes?: number,
): Promise<CatalogueReport> {
  const work = new WorkFiles(workPath, memoryBytes)
  try {
    const found = new ObjectCollector(work)
    for (const file of files) await file.read({ relations: (batch) => found.takeRelations(batch) })
    for (const file of files) await file.read({ ways: (batch) => found.takeWays(batch) })
    if (found.hasStructures) for (const file of files) await file.read({ ways: (batch) => found.takeGround(batch) })
    found.beginNodes()
    for (const file of files) await file.read({ nodes: (batch) => found.takeNodes(batch) })
    return await writeRows(found, terrain, sink, work)
  } finally {
    work.close()
  }
}

async function writeRows(
  found: ObjectCollector,
  terrain: CatalogueTerrain,
  sink: CatalogueSink,
  work: WorkFiles,
): Promise<CatalogueReport> {
  const { objects, routes } = found
  const ignored = new IgnoredCounts()
  const located = locateAreas(found, ignored)
  const regions = new RegionFinder(located.whole)

  // made from objects and from named trails: most important first, then by index, that of trails after all objects
  const places = new WaitingRecords(work, 'places')
  // by id, since equal input gives an equal file
  const trails = work.byteFile('trails')
  await buildAllTrails(found, terrain, ignored, (trail, route) => {
    const { row } = trail
    const index = objects.count + trails.count
    trails.push(toJsonBytes(trail))
    if (row.name === null && row.ref === null) return
    const tags = routes.tagsOf(route)
    const waiting: WaitingTrail = { row, tags: [...tags] }
    places.add(-trailImportance(row, tags), { index, heightM: null, prominenceM: null }, toJsonBytes(waiting))
  })
  // by id, likewise
  const pois = new WaitingRecords(work, 'pois')
  const lines = new LineMerger(work, found, regions)
  await standObjects(objects, terrain, work, (object, tags, tagBytes) => {
    const [kind] = findPlaceKinds(tags)
    if (object.importance !== null && isLineKind(kind)) lines.add(object, tags, tagBytes)
    else if (object.importance !== null) places.add(-object.importance, object, tagBytes)
    if (findPoiKinds(tags).length > 0) pois.add(objects.ids.idOf(object.index), object, tagBytes)
  })

  let lineCount = 0
  for (const { tags, ...line } of lines.read()) {
    const standing = { index: objects.count + trails.count + lineCount++, heightM: line.heightM, prominenceM: null }
    const waiting: WaitingLine = { ...line, tags: [...tags] }
    places.add(-lineImportance(line.kind, tags), standing, toJsonBytes(waiting))
  }

  for (const { order, standing, bytes } of places.read()) {
    if (standing.index < objects.count) {
      const tags = readTagBytes(bytes)
      const outline = areaOutline(found, objects.ids.idOf(standing.index))
      sink.addPlace(placeOf(objects, standing, tags, regions, -order, outline), null, tags, outline)
      continue
    }
    const waiting = fromJsonBytes(bytes) as WaitingTrail | WaitingLine
    const tags = new Map(waiting.tags)
    if ('row' in waiting) sink.addPlace(placeOfTrail(waiting.row, tags, regions, -order), waiting.row, tags, null)
    else {
      const outline = lineOutline(found, waiting.ids)
      const row = placeOf(objects, { ...standing, index: waiting.middle }, tags, regions, -order, outline)
      const { kind } = waiting
      sink.addPlace({ ...row, id: objects.ids.idOf(waiting.index), kind, kinds: [kind] }, null, tags, outline)
    }
  }
  addAreas(located.whole, found, regions, sink)
  for (const name of located.cutNames) sink.addCutArea(name)
  addTrails(trails, found, sink)
  for (const { standing, bytes } of pois.read()) sink.addPoi(poiOf(objects, standing, readTagBytes(bytes)))
  return {
    places: places.count,
    trails: trails.count,
    pois: pois.count,
    regions: located.whole.filter(({ adminLevel }) => adminLevel !== null).length,
    brokenAreas: located.cutNames,
    ignored: ignored.list(),
  }
}

/** Calls back for each in order of ids, with its route. */
async function buildAllTrails(
  found: ObjectCollector,
  terrain: CatalogueTerrain,
  ignored: IgnoredCounts,
  take: (trail: BuiltTrail, route: number) => void,
): Promise<void> {
  const { routes } = found
  const builder = new TrailBuilder(found)
  const byId = sortIndexes(indexesUpTo(routes.count), (a, b) => routes.ids.idOf(a) - routes.ids.idOf(b))
  for (const route of byId) {
    const trail = await builder.build(route, {
      heightOrNaN: (lon, lat) => terrain.heightOrNaN(lon, lat),
      prepare: (box) => terrain.prepare(box),
    })
    if (trail === null) ignored.add('relation', 'a signed route without any line in the data')
    else take(trail, route)
  }
}

function addTrails(trails: ByteFile, { siteLonE7, siteLatE7 }: ObjectCollector, sink: CatalogueSink): void {
  const positionOf = (site: number): LonLat => [siteLonE7[site] / 1e7, siteLatE7[site] / 1e7]
  for (let t = 0; t < trails.count; t++) {
    const { row, parts } = fromJsonBytes(trails.get(t)) as BuiltTrail
    sink.addTrail(
      row,
      parts.map((sites) => sites.map(positionOf)),
    )
  }
}

/** Areas, the unlisted ones as places, too: by id, since equal input gives an equal file. */
function addAreas(
  areas: readonly FoundArea[],
  found: ObjectCollector,
  regions: RegionFinder,
  sink: CatalogueSink,
): void {
  const { objects, areas: relations } = found
  for (const { id, area, adminLevel } of [...areas].sort((a, b) => a.id - b.id)) {
    const index = objects.ids.find(id)
    const tags = index < 0 ? relations.tagsOf(relations.ids.find(fromPlaceId(id)!.osmId)) : objects.tagsOf(index)
    if (index < 0 || findPlaceKinds(tags).length === 0) {
      const at = area.findPointInside()
      if (at === null) continue
      const { name, others } = readNames(tags)
      const outline = areaOutline(found, id)
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
          bbox: outline === null ? null : boxOfOutline(outline),
        },
        null,
        tags,
        outline,
      )
    }
    sink.addArea(id, measureAreaM2(area), cutStrips(area))
  }
}

/** Its order, index, height and prominence. */
const RECORD_KEYS = 4
const UNKNOWN = -Infinity

/**
 * Places of one kind that wait to be written: sorted on disk by the order in which they are written, each with the
 * ground where it stands, and bytes from which its row is made.
 */
class WaitingRecords {
  readonly #runs: SortedRuns

  constructor(work: WorkFiles, name: string) {
    this.#runs = work.sortedRuns(name, RECORD_KEYS)
  }

  get count(): number {
    return this.#runs.count
  }

  /** Of those with the same order, the one with the lower index comes first. */
  add(order: number, { index, heightM, prominenceM }: Standing, bytes: Uint8Array): void {
    this.#runs.add([order, index, heightM ?? UNKNOWN, prominenceM ?? UNKNOWN], bytes)
  }

  /** All of them in order; the bytes are valid until the next one. Adding one after this throws. */
  *read(): Generator<{ order: number; standing: Standing; bytes: Uint8Array }> {
    for (const { keys, bytes } of this.#runs.read()) {
      const [order, index, heightM, prominenceM] = keys
      yield { order, standing: { index, heightM: knownOrNull(heightM), prominenceM: knownOrNull(prominenceM) }, bytes }
    }
  }
}

const knownOrNull = (key: number): number | null => (key === UNKNOWN ? null : key)
