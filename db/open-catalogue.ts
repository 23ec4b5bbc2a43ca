// The catalogue of the live release: places, trails and outdoor places behind the interfaces of src/services.ts. The
// next query uses a new release; a query in flight finishes on the catalogue it began with, which is closed afterwards.
// While none is published every query fails with `artifacts_missing`, never with an empty list.

import { say } from '../src/language/sentence.ts'
import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../src/errors.ts'
import type { PlaceStore, PoiStore, TrailStore } from '../src/places/catalogue-stores.ts'
import type { ReleaseService } from '../src/releases/release-info.ts'
import { boxAround } from '../src/geo/split-box.ts'
import { POI_KINDS } from '../src/osm/poi-kinds.ts'
import type { PoiKey, PoiRow, PoiTextQuery } from '../src/places/catalogue-rows.ts'
import { type Box, distanceM } from '../src/geo/lon-lat.ts'
import { letterCount } from '../src/places/names/normalise-name.ts'
import { sameOfSaints } from '../src/places/names/saints.ts'
import { cut } from '../src/places/search-tokens.ts'
import { type Engine, insideOf, isOfKinds } from './dialect.ts'
import { openSqlite } from './open-sqlite.ts'
import { keysOfBoxes, partsOf } from './boxes.ts'
import { createPlaceStore } from './place-store.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createTrailStore } from './trail-store.ts'
import { CATALOGUE_SCHEMA, hasTimes, isReadable, otherSchema } from './write-catalogue.ts'
import { checkPoints, findNearest, type PointBox } from './near-points.ts'
import { indexesOfPoiKinds, toPoiRow, indexesOfPlaceKinds } from './rows.ts'
import type { PoiTable } from './tables.ts'

export interface CatalogueStores {
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
}

export interface OpenedCatalogue extends CatalogueStores {
  close(): Promise<void>
}

/** Stores on one open catalogue of a schema. `version` is its artifact version. */
export function storesOf(engine: Engine, version: string, schema: string | number = CATALOGUE_SCHEMA): CatalogueStores {
  const trails = createTrailStore(engine, hasTimes(schema))
  return { places: createPlaceStore(engine), trails, pois: createPoiStore(engine, version) }
}

/** Opens one catalogue file for reading. Throws if it does not have this schema. */
export async function openCatalogueFile(path: string, version: string): Promise<OpenedCatalogue> {
  const { db } = openSqlite(path, { readOnly: true })
  try {
    const fact = await db.selectFrom('catalogueFact').select('value').where('name', '=', 'schema').executeTakeFirst()
    const schema = fact?.value ?? 'none'
    if (!isReadable(schema)) throw otherSchema(schema)
    return { ...storesOf({ db, dialect: sqliteDialect }, version, schema), close: () => db.destroy() }
  } catch (thrown) {
    await db.destroy()
    throw thrown
  }
}

export interface LiveCatalogue {
  version: string
  /** distinguishes catalogues of the same version on this machine */
  key: string
  /** distinguishes its answers from those of another catalogue; the same on every server */
  revision: string
  open(): Promise<OpenedCatalogue>
}

/** Stores that follow the live catalogue. */
export interface FollowedCatalogue extends OpenedCatalogue {
  /** The revision of the catalogue that answers the next query; null if absent. Never throws. */
  findCatalogueRevision(): Promise<string | null>
}

/** Which catalogue is live: its version, and how to open it. */
export interface CatalogueSource {
  /** null while none is published; may be called often */
  findLive(): Promise<LiveCatalogue | null>
  /** Runs a query that may fail for reasons outside this process; absent: runs it directly. */
  guard?<T>(ask: () => Promise<T>): Promise<T>
}

/** The catalogue files of the releases in the data folder. */
export function catalogueFilesOf(releases: ReleaseService): CatalogueSource {
  return {
    async findLive() {
      const version = releases.findLive()?.artifacts.find(({ name }) => name === 'catalogue')?.version
      if (version === undefined) return null
      const path = releases.findArtifactFile('catalogue', version)
      return path === null
        ? null
        : { version, key: path, revision: version, open: () => openCatalogueFile(path, version) }
    },
  }
}

/**
 * Stores that follow `source`. `onProblem` receives one sentence when a catalogue cannot be opened; the previous one
 * stays in use.
 */
export function followCatalogue(
  source: CatalogueSource,
  onProblem: (sentence: string) => void = () => {},
): FollowedCatalogue {
  let current: { key: string; revision: string; stores: OpenedCatalogue; users: number; retired: boolean } | null = null
  let opening: Promise<void> | null = null
  let failed = ''

  const retire = (entry: NonNullable<typeof current>): void => {
    entry.retired = true
    if (entry.users === 0) void entry.stores.close().catch(() => {})
  }
  const takeUp = async (): Promise<void> => {
    const live = await source.findLive()
    if (live === null || live.key === current?.key || live.key === failed) return
    try {
      const stores = await live.open()
      if (current !== null) retire(current)
      current = { key: live.key, revision: live.revision, stores, users: 0, retired: false }
      failed = ''
    } catch (thrown) {
      failed = live.key
      onProblem(
        `The catalogue ${live.version} cannot be opened: ${(thrown as Error).message}. ${current === null ? 'No other is open' : 'The previous one stays in use'}.`,
      )
    }
  }
  const look = (): Promise<void> => (opening ??= takeUp().finally(() => (opening = null)))
  const use = async <T>(ask: (stores: CatalogueStores) => Promise<T>): Promise<T> => {
    await look()
    const entry = current
    if (entry === null) throw new ServiceError(say('error.artifacts_missing.catalogue'))
    entry.users++
    try {
      return await (source.guard === undefined ? ask(entry.stores) : source.guard(() => ask(entry.stores)))
    } finally {
      entry.users--
      if (entry.retired && entry.users === 0) void entry.stores.close().catch(() => {})
    }
  }
  return {
    ...storesThrough(use),
    async findCatalogueRevision() {
      await look().catch(() => {})
      return current?.revision ?? null
    },
    async close() {
      await opening
      if (current !== null) retire(current)
      current = null
    },
  }
}

/** Stores that ask each question of whatever `use` gives them. */
function storesThrough(use: <T>(ask: (stores: CatalogueStores) => Promise<T>) => Promise<T>): CatalogueStores {
  return {
    places: {
      findCandidates: (query) => use(({ places }) => places.findCandidates(query)),
      findByIds: (ids) => use(({ places }) => places.findByIds(ids)),
      findTags: (ids) => use(({ places }) => places.findTags(ids)),
      findOutlines: (ids) => use(({ places }) => places.findOutlines(ids)),
      findNear: (points, query) => use(({ places }) => places.findNear(points, query)),
      findKeysNear: (points, query) => use(({ places }) => places.findKeysNear(points, query)),
      countNear: (point, query) => use(({ places }) => places.countNear(point, query)),
      findAreaIds: (points) => use(({ places }) => places.findAreaIds(points)),
      listCutAreas: () => use(({ places }) => places.listCutAreas()),
      findInBox: (query) => use(({ places }) => places.findInBox(query)),
      countInBox: (query) => use(({ places }) => places.countInBox(query)),
      listIdsNear: (point, query) => use(({ places }) => places.listIdsNear(point, query)),
      listKeysInBoxes: (boxes, query) => use(({ places }) => places.listKeysInBoxes(boxes, query)),
    },
    trails: {
      findByText: (query) => use(({ trails }) => trails.findByText(query)),
      findInBox: (query) => use(({ trails }) => trails.findInBox(query)),
      findKeysInBox: (query) => use(({ trails }) => trails.findKeysInBox(query)),
      findByRelationIds: (ids) => use(({ trails }) => trails.findByRelationIds(ids)),
      findNear: (points, query) => use(({ trails }) => trails.findNear(points, query)),
      findLines: (ids) => use(({ trails }) => trails.findLines(ids)),
    },
    pois: {
      findInBox: (query) => use(({ pois }) => pois.findInBox(query)),
      countInBox: (query) => use(({ pois }) => pois.countInBox(query)),
      listKeysInBoxes: (boxes, query) => use(({ pois }) => pois.listKeysInBoxes(boxes, query)),
      findByText: (query) => use(({ pois }) => pois.findByText(query)),
      findNear: (points, query) => use(({ pois }) => pois.findNear(points, query)),
      findKeysNear: (points, query) => use(({ pois }) => pois.findKeysNear(points, query)),
      listIdsNear: (point, query) => use(({ pois }) => pois.listIdsNear(point, query)),
      findByIds: (ids) => use(({ pois }) => pois.findByIds(ids)),
    },
  }
}

/** Position, among the requested kinds, of the first one that an outdoor place has. */
function turnOf(requested: readonly number[]): RawBuilder<number> {
  const cases = requested.map((index, turn) => sql.raw(`when (poi.kinds & ${2 ** index}) <> 0 then ${turn}`))
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** Condition of SQL for outdoor places with a name, or those that no record names; null: for all. */
function isNamed(named: boolean | null | undefined): RawBuilder<boolean> {
  if (named == null) return sql`true`
  return named
    ? sql`poi.name is not null`
    : sql`(poi.name is null and not exists (select 1 from place where place.id = poi.id))`
}

const boxesOf = (box: Box): PointBox[] => partsOf([box])

/** Where the outdoor places are that lie in the boxes; null: of any kind. */
async function readBoxes(
  { db, dialect }: Engine,
  boxes: readonly PointBox[],
  { indexes, named }: { indexes: readonly number[] | null; named: boolean | null | undefined },
) {
  const ofKinds = indexes === null ? sql`true` : isOfKinds('poi.kinds', indexes)
  const { rows } = await sql<{
    point: number
    id: number
    lon: number
    lat: number
  }>`select distinct hit.point, poi.id, poi.lon, poi.lat from ${dialect.inBoxes('poi_box', boxes, indexes)} as hit join poi on poi.id = hit.id where ${ofKinds} and ${isNamed(named)}`.execute(
    db,
  )
  return rows
}

/**
 * Outdoor places of one catalogue: inside a box by kind in the requested order, then by id, so that equal queries get
 * equal answers; a place of several kinds is returned once, under the first requested; or by their ids. One statement
 * each. `artifactVersion` is that of the catalogue behind `engine`.
 */
function createPoiStore(engine: Engine, artifactVersion: string): PoiStore {
  const { db, dialect } = engine
  const readRows = async (ids: readonly number[]): Promise<Map<number, PoiRow>> => {
    const known = [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
    if (known.length === 0) return new Map()
    const rows = await db.selectFrom('poi').selectAll().where(dialect.oneOf('poi.id', known)).execute()
    return new Map(rows.map((row) => [row.id, toPoiRow(row)]))
  }
  const findKeysNear: PoiStore['findKeysNear'] = async (points, { radiusM, kinds, named, limit, offset = 0 }) => {
    checkPoints(points)
    const indexes = kinds == null ? null : indexesOfPoiKinds(kinds)
    if (points.length === 0 || indexes?.length === 0) return points.map(() => [])
    const nearest = await findNearest(
      points,
      { radiusM, limit: offset + limit },
      (boxes) => readBoxes(engine, boxes, { indexes, named }),
      ({ id }) => id,
    )
    return nearest.map((list) =>
      list.slice(offset).map(({ hit: { id, lon, lat }, distanceM }) => ({ id, lon, lat, distanceM })),
    )
  }

  return {
    async findInBox({ box, kinds, limit, offset = 0 }) {
      const requested = indexesOfPoiKinds(kinds)
      const all = requested.length === POI_KINDS.length
      if (requested.length === 0) return { artifactVersion, pois: [], truncated: false }
      const boxes = boxesOf(box)
      const { rows } =
        await sql<PoiTable>`select poi.* from poi where poi.id in (select hit.id from ${dialect.inBoxes('poi_box', boxes, all ? null : requested)} as hit)
        and ${insideOf('poi', box)} and ${isOfKinds('poi.kinds', requested)} order by ${turnOf(requested)}, poi.id limit ${limit + 1} offset ${offset}`.execute(
          db,
        )
      return { artifactVersion, pois: rows.slice(0, limit).map(toPoiRow), truncated: rows.length > limit }
    },

    async countInBox({ box, kinds }) {
      const requested = indexesOfPoiKinds(kinds)
      if (requested.length === 0) return 0
      const boxes = boxesOf(box)
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from poi where poi.id in (select hit.id from ${dialect.inBoxes('poi_box', boxes, requested.length === POI_KINDS.length ? null : requested)} as hit)
        and ${insideOf('poi', box)} and ${isOfKinds('poi.kinds', requested)}`.execute(db)
      return Number(rows[0].count)
    },

    async listKeysInBoxes(boxes, { kinds, named }) {
      const requested = indexesOfPoiKinds(kinds)
      if (boxes.length === 0 || requested.length === 0) return boxes.map(() => [])
      const { rows } = await sql<
        PoiKey & { point: number }
      >`select hit.point, poi.id, poi.lon, poi.lat, ${turnOf(requested)} as turn from ${dialect.inBoxes('poi_box', partsOf(boxes), requested.length === POI_KINDS.length ? null : requested)} as hit
        join poi on poi.id = hit.id where ${isOfKinds('poi.kinds', requested)} and ${isNamed(named)} order by turn, poi.id`.execute(
        db,
      )
      return keysOfBoxes(boxes, rows).map((keys) => keys.map((key) => ({ ...key, turn: Number(key.turn) })))
    },

    findByText: (query) => findPoisByText({ db, dialect }, query),

    async findNear(points, query) {
      const found = await findKeysNear(points, query)
      const rows = await readRows(found.flatMap((list) => list.map(({ id }) => id)))
      return found.map((list) => list.map(({ id, distanceM }) => ({ ...rows.get(id)!, distanceM })))
    },

    findKeysNear,

    async listIdsNear([lon, lat], { radiusM, kinds, named }) {
      checkPoints([[lon, lat]])
      const indexes = kinds == null ? null : indexesOfPoiKinds(kinds)
      if (indexes?.length === 0) return []
      const found = await readBoxes(engine, boxesOf(boxAround(lon, lat, radiusM)), { indexes, named })
      return [...new Set(found.filter((at) => distanceM(lon, lat, at.lon, at.lat) <= radiusM).map(({ id }) => id))]
    },

    async findByIds(ids) {
      const rows = await readRows(ids)
      return ids.map((id) => rows.get(id) ?? null)
    },
  }
}

const MAX_WORDS = 12
/** A shorter last word is matched whole, not as a prefix. */
const PREFIX_LETTERS = 3
/** Comes after every letter. */
const LAST_LETTER = String.fromCodePoint(0x10ffff)

/**
 * Outdoor places whose names contain the words of a query: a superset, found by one statement. If there are too many,
 * those in the preferred box are kept. src/search grades them. Both engines use the same plan. At most `limit`
 * everywhere and as many in the preferred box, in no order, each once.
 */
async function findPoisByText(
  { db }: Pick<Engine, 'db' | 'dialect'>,
  { words: given, kinds, placeKinds, box, biasBox, limit }: PoiTextQuery,
): Promise<PoiRow[]> {
  const words = given
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map(cut)
  const requested = kinds == null ? null : indexesOfPoiKinds(kinds)
  const named = placeKinds == null ? null : indexesOfPlaceKinds(placeKinds)
  if (words.length === 0 || limit < 1 || requested?.length === 0) return []
  const bounds = words.map((word, i) => {
    const isCut = i === words.length - 1 && letterCount(word) >= PREFIX_LETTERS
    const typed = isCut
      ? sql<boolean>`poi_word.word >= ${word} and poi_word.word < ${word + LAST_LETTER}`
      : sql<boolean>`poi_word.word = ${word}`
    const same = sameOfSaints(words, i)
    const either = same.length === 0 ? typed : sql<boolean>`(${typed} or poi_word.word in (${sql.join(same)}))`
    return sql<boolean>`poi.id in (select poi_word.poi_id from poi_word where ${either})`
  })
  if (requested !== null) bounds.push(isOfKinds('poi.kinds', requested))
  if (named === null || named.length > 0)
    bounds.push(
      sql<boolean>`not exists (select 1 from place where place.id = poi.id ${named === null ? sql`` : sql`and ${isOfKinds('place.kinds', named)}`})`,
    )
  const select = (inside: readonly Box[]): RawBuilder<unknown> =>
    sql`select id from (select poi.id from poi where ${sql.join([...bounds, ...inside.map((one) => insideOf('poi', one))], sql` and `)} order by poi.id limit ${limit}) as picked${sql.raw(String(inside.length))}`
  const hard = box == null ? [] : [box]
  const picks = [select(hard), ...(biasBox == null ? [] : [select([...hard, biasBox])])]
  const { rows } =
    await sql<PoiTable>`select poi.* from poi where poi.id in (${sql.join(picks, sql` union `)})`.execute(db)
  return rows.map(toPoiRow)
}
