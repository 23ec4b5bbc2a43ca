// The catalogue of the live release: places, trails and outdoor places behind the interfaces of src/services.ts. The
// next query uses a new release; a query in flight finishes on the catalogue it began with, which is closed afterwards.
// While none is published every query fails with `artifacts_missing`, never with an empty list.

import { ServiceError } from '../src/errors.ts'
import type { PlaceStore, PoiStore, TrailStore } from '../src/places/catalogue-stores.ts'
import type { ReleaseService } from '../src/releases/release-info.ts'
import type { Engine } from './dialect.ts'
import { openSqlite } from './open-sqlite.ts'
import { createPlaceStore } from './place-store.ts'
import { createPoiStore } from './poi-store.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createTrailStore } from './trail-store.ts'
import { CATALOGUE_SCHEMA, otherSchema } from './write-catalogue.ts'

export interface CatalogueStores {
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
}

export interface OpenedCatalogue extends CatalogueStores {
  close(): Promise<void>
}

/** Stores on one open catalogue. `version` is its artifact version. */
export function storesOf(engine: Engine, version: string): CatalogueStores {
  return { places: createPlaceStore(engine), trails: createTrailStore(engine), pois: createPoiStore(engine, version) }
}

/** Opens one catalogue file for reading. Throws if it does not have this schema. */
export async function openCatalogueFile(path: string, version: string): Promise<OpenedCatalogue> {
  const { db } = openSqlite(path, { readOnly: true })
  try {
    const schema = await db.selectFrom('catalogueFact').select('value').where('name', '=', 'schema').executeTakeFirst()
    if (schema?.value !== String(CATALOGUE_SCHEMA)) throw otherSchema(schema?.value ?? 'none')
  } catch (thrown) {
    await db.destroy()
    throw thrown
  }
  return { ...storesOf({ db, dialect: sqliteDialect }, version), close: () => db.destroy() }
}

export interface LiveCatalogue {
  version: string
  /** distinguishes catalogues of the same version on this machine */
  key: string
  /** distinguishes its answers from those of another catalogue; the same on every server */
  mark: string
  open(): Promise<OpenedCatalogue>
}

/** Stores that follow the live catalogue. */
export interface FollowedCatalogue extends OpenedCatalogue {
  /** The mark of the catalogue that answers the next query; null if absent. Never throws. */
  findCatalogueMark(): Promise<string | null>
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
      return path === null ? null : { version, key: path, mark: version, open: () => openCatalogueFile(path, version) }
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
  let current: { key: string; mark: string; stores: OpenedCatalogue; users: number; retired: boolean } | null = null
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
      current = { key: live.key, mark: live.mark, stores, users: 0, retired: false }
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
    if (entry === null)
      throw new ServiceError(
        'artifacts_missing',
        'No catalogue of places is published: import a region with npm run import.',
      )
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
    async findCatalogueMark() {
      await look().catch(() => {})
      return current?.mark ?? null
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
      countNear: (point, query) => use(({ places }) => places.countNear(point, query)),
      findAreas: (points) => use(({ places }) => places.findAreas(points)),
      listCutAreas: () => use(({ places }) => places.listCutAreas()),
      findInBox: (query) => use(({ places }) => places.findInBox(query)),
      countInBox: (query) => use(({ places }) => places.countInBox(query)),
      listIdsNear: (point, query) => use(({ places }) => places.listIdsNear(point, query)),
      listKeysInBox: (query) => use(({ places }) => places.listKeysInBox(query)),
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
      listKeysInBox: (query) => use(({ pois }) => pois.listKeysInBox(query)),
      findByText: (query) => use(({ pois }) => pois.findByText(query)),
      findNear: (points, query) => use(({ pois }) => pois.findNear(points, query)),
      findByIds: (ids) => use(({ pois }) => pois.findByIds(ids)),
    },
  }
}
