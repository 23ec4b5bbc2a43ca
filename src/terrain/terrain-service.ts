// Heights for the running server: maps release names to open terrain archives. A file stays open while its release is
// kept; it is closed once the release has retired and the last answer that uses it is done. Never answers from a
// release other than the one requested.

import { say } from '../language/sentence.ts'
import { refusalOf, ServiceError } from '../errors.ts'
import type { FilePlace, ReadStored, ReleaseInfo, ReleaseService } from '../releases/release-info.ts'
import { openPlace, pathOfPlace, readNothing } from '../releases/byte-source.ts'
import { openTerrain, type OpenTerrainOptions } from './open-terrain.ts'
import type { TerrainFile } from './terrain-file.ts'

const TERRAIN = 'terrain'

/** Heights from published terrain artifacts. */
export interface TerrainService {
  /**
   * Heights in metres at `[lon, lat]` points, null if void or outside. `release` is a terrain version or `current`.
   * Throws ServiceError: `not_found` for an unknown release, `terrain_unavailable` if none is live.
   */
  sample(
    release: string,
    points: readonly (readonly [number, number])[],
    z: number | null,
  ): Promise<{ release: string; z: number; heightsM: (number | null)[] }>
}

interface OpenFile {
  file: Promise<TerrainFile>
  users: number
  retired: boolean
}

export interface TerrainFiles extends TerrainService {
  /**
   * Runs `use` with the terrain archive of a release (a version or `current`), which stays open meanwhile. Throws like
   * `sample`.
   */
  withTerrain<T>(release: string, use: (file: TerrainFile, version: string) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A TerrainService over the kept releases; `readStored` reads those that are in a store. */
export function openTerrainService(
  releases: ReleaseService,
  options: OpenTerrainOptions = {},
  readStored: ReadStored = readNothing,
): TerrainFiles {
  const open = new Map<string, OpenFile>()
  const readHeights: ReadStored = (...range) => readStored(...range).catch(toTerrainFault)

  const closeFile = async (entry: OpenFile): Promise<void> => {
    const file = await entry.file.catch(() => null)
    await file?.close()
  }
  const retire = (version: string): void => {
    const entry = open.get(version)
    if (entry === undefined) return
    open.delete(version)
    entry.retired = true
    if (entry.users === 0) void closeFile(entry)
  }
  const retireOld = (): void => {
    if (open.size === 0) return
    const kept = new Set(releases.listKept().map(terrainVersion))
    for (const version of open.keys()) {
      if (!kept.has(version)) retire(version)
    }
  }
  const resolve = (release: string): { version: string; place: FilePlace } => {
    let version: string | null = release
    if (release === 'current') {
      const live = releases.findLive()
      version = live === null ? null : terrainVersion(live)
      if (version === null) throw new ServiceError(say('error.terrain_unavailable.none'))
    }
    const place = releases.findArtifactPlace(TERRAIN, version)
    if (place !== null) return { version, place }
    if (release === 'current') throw new ServiceError(say('error.terrain_unavailable.missing'))
    throw new ServiceError(say('error.not_found.terrain', { given: JSON.stringify(release.slice(0, 80)) }), {
      inputPath: 'release',
    })
  }

  const withTerrain: TerrainFiles['withTerrain'] = async (release, use) => {
    retireOld()
    const { version, place } = resolve(release)
    let entry = open.get(version)
    if (entry === undefined) {
      const made: OpenFile = { file: openAt(place, options, readHeights), users: 0, retired: false }
      entry = made
      open.set(version, made)
      // the next caller tries again if a file could not be opened or turns out damaged
      made.file.catch(() => {
        if (open.get(version) === made) open.delete(version)
      })
    }
    entry.users++
    try {
      return await use(await entry.file, version)
    } catch (thrown) {
      if (isBroken(thrown) && open.get(version) === entry) retire(version)
      throw thrown
    } finally {
      entry.users--
      if (entry.retired && entry.users === 0) await closeFile(entry)
    }
  }

  return {
    withTerrain,
    sample: (release, points, z) =>
      withTerrain(release, async (file, version) => ({ release: version, ...(await file.sample(points, z)) })),
    async close() {
      for (const version of [...open.keys()]) retire(version)
    },
  }
}

async function openAt(place: FilePlace, options: OpenTerrainOptions, readStored: ReadStored): Promise<TerrainFile> {
  const source = typeof place === 'string' ? undefined : await openPlace(place, readStored)
  return openTerrain(pathOfPlace(place), options, source)
}

/** Of a file that is damaged, not of a store that is lost for a while. */
function isBroken(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError) || thrown.code !== 'terrain_unavailable') return false
  return !(thrown.cause instanceof ServiceError && thrown.cause.code === 'busy')
}

/** A store that is lost is terrain that is not there now. */
function toTerrainFault(thrown: unknown): never {
  if (!(thrown instanceof ServiceError) || thrown.code !== 'busy') throw thrown
  const { retryAfterS } = thrown
  throw new ServiceError(say('error.terrain_unavailable.store', { refusal: refusalOf(thrown) }), {
    cause: thrown,
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })
}

function terrainVersion(release: ReleaseInfo): string | null {
  return release.artifacts.find((artifact) => artifact.name === TERRAIN)?.version ?? null
}
