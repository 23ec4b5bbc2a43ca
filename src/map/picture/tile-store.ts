// The tiles of a drawing thread: archives of the requested releases, opened once, and a cache of tiles, limited in
// bytes (the least recently used are dropped first). Vector tiles are cached as drawn (tile-content.ts), terrain tiles
// as pixels and as shade. A tile missing from the archive is null, and that is cached; an unreadable archive is
// ServiceError `artifacts_missing`.

import { say } from '../../language/sentence.ts'
import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../../errors.ts'
import type { FilePlace, ReadStored } from '../../releases/release-info.ts'
import { openPlace, pathOfPlace, readNothing } from '../../releases/byte-source.ts'
import { type Fault, type PmtilesFile, openPmtiles } from '../../terrain/pmtiles-file.ts'
import { ReadCache } from '../../storage/read-cache.ts'
import { openTerrain } from '../../terrain/open-terrain.ts'
import type { TerrainFile } from '../../terrain/terrain-file.ts'
import { type HeightTile, PIXEL_SCALES } from '../../terrain/height-tile.ts'
import { type ShadeTile, shadeOfTile } from './hillshade.ts'
import { type TileContent, readTileContent } from './tile-content.ts'

/** Archives kept open: the live release and one before it. */
const MAX_OPEN = 8

type Archive = { kind: 'vectors'; file: PmtilesFile } | { kind: 'terrain'; file: TerrainFile }
type Content = TileContent | HeightTile | ShadeTile

export class TileStore {
  readonly #archives = new LRUCache<string, Promise<Archive>>({
    max: MAX_OPEN,
    dispose: (archive, _, reason) => {
      if (reason === 'evict') void close(archive)
    },
  })
  readonly #readStored: ReadStored
  readonly #tiles: ReadCache<string, Content | null>

  constructor(maxBytes: number, readStored: ReadStored = readNothing) {
    this.#readStored = readStored
    this.#tiles = new ReadCache(maxBytes, bytesOf)
  }

  get bytes(): number {
    return this.#tiles.bytes
  }

  async vectorHeader(place: FilePlace): Promise<PmtilesFile['header']> {
    const { file } = await this.#open(place, 'vectors')
    return (file as PmtilesFile).header
  }

  async terrain(place: FilePlace): Promise<TerrainFile> {
    return (await this.#open(place, 'terrain')).file as TerrainFile
  }

  /** Null if the archive has no such tile. */
  vectorTile(place: FilePlace, z: number, x: number, y: number): Promise<TileContent | null> {
    return this.#tile(`${pathOfPlace(place)}/${z}/${x}/${y}`, async () => {
      const bytes = await ((await this.#open(place, 'vectors')).file as PmtilesFile).findTile(z, x, y)
      if (bytes === null) return null
      try {
        return readTileContent(bytes)
      } catch (cause) {
        throw new ServiceError(
          say('error.artifacts_missing.tile', { name: basename(pathOfPlace(place)), tile: `${z}/${x}/${y}` }),
          { cause },
        )
      }
    })
  }

  /** Shade of a terrain tile; see hillshade.ts. Null if the archive has no such tile. */
  shadeTile(place: FilePlace, z: number, x: number, y: number, reach: 1 | 2): Promise<ShadeTile | null> {
    return this.#tile(`${pathOfPlace(place)}/${z}/${x}/${y}/${reach}`, async () => {
      const terrain = await this.terrain(place)
      const count = 2 ** z
      const around = new Map<number, HeightTile | null>()
      for (const row of [y - 1, y, y + 1]) {
        if (row < 0 || row >= count) continue
        for (const column of [x - 1, x, x + 1]) {
          const wrapped = (column + count) % count
          around.set(row * count + wrapped, await this.#heightTile(place, terrain, z, wrapped, row))
        }
      }
      return shadeOfTile(
        {
          z,
          tileSize: terrain.tileSize,
          scale: PIXEL_SCALES[terrain.encoding],
          find: (column, row) => around.get(row * count + column) ?? null,
        },
        x,
        y,
        reach,
      )
    })
  }

  #heightTile(place: FilePlace, terrain: TerrainFile, z: number, x: number, y: number): Promise<HeightTile | null> {
    return this.#tile(`${pathOfPlace(place)}/${z}/${x}/${y}`, () => terrain.readTile(z, x, y))
  }

  forgetTiles(): void {
    this.#tiles.clear()
  }

  async close(): Promise<void> {
    for (const archive of this.#archives.values()) await close(archive)
    this.#archives.clear()
  }

  #tile<T extends Content>(key: string, read: () => Promise<T | null>): Promise<T | null> {
    return this.#tiles.get(key, read) as Promise<T | null>
  }

  #open(place: FilePlace, kind: Archive['kind']): Promise<Archive> {
    const path = pathOfPlace(place)
    const known = this.#archives.get(path)
    if (known !== undefined) return known
    const archive = this.#openAt(place, path, kind)
    this.#archives.set(path, archive)
    // the next picture tries again
    archive.catch(() => this.#archives.delete(path))
    return archive
  }

  async #openAt(place: FilePlace, path: string, kind: Archive['kind']): Promise<Archive> {
    const fault: Fault = (fault, cause) =>
      new ServiceError(say('error.artifacts_missing.map_file', { name: basename(path), fault }), { cause })
    const source = typeof place === 'string' ? undefined : await openPlace(place, this.#readStored)
    if (kind === 'terrain') return { kind, file: await openTerrain(path, { cacheBytes: 0, fault }, source) }
    return { kind, file: await openPmtiles(source ?? path, fault, 'vectors') }
  }
}

function close(archive: Promise<Archive>): Promise<void> {
  return archive.then(
    ({ file }) => file.close(),
    () => undefined,
  )
}

function bytesOf(content: Content | null): number {
  if (content === null) return 0
  if ('byteLength' in content) return content.byteLength
  return 'pixels' in content ? content.pixels.byteLength : content.bytes
}
