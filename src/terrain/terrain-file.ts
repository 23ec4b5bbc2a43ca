// What an opened terrain archive can do.

import type { Box } from '../geo/lon-lat.ts'
import type { HeightTile, TerrainEncoding } from './height-tile.ts'

export const DEFAULT_TERRAIN_Z = 13

export type LonLatPoint = readonly [lon: number, lat: number]

export interface HeightSampler {
  /** effective zoom */
  z: number
  /** Metres, null where unknown. Throws RangeError at a point that was not prepared. */
  heightM(lon: number, lat: number): number | null
}

export interface TerrainFile {
  minZoom: number
  maxZoom: number
  /** pixels per tile side */
  tileSize: number
  encoding: TerrainEncoding
  bounds: Box
  attribution: string | null
  metadata: Record<string, unknown>
  /**
   * Heights at points, null where void or outside; `z` null means DEFAULT_TERRAIN_Z. Throws ServiceError
   * `terrain_unavailable`.
   */
  sample(points: readonly LonLatPoint[], z: number | null): Promise<{ z: number; heightsM: (number | null)[] }>
  /**
   * Loads what heights along a line need, for synchronous use; the sampler keeps its tiles until it is dropped.
   * `between` false leaves out the stretches between the points. Throws ServiceError `too_long` beyond 512 tiles.
   */
  prepareLine(points: readonly LonLatPoint[], z: number | null, between?: boolean): Promise<HeightSampler>
  /** One decoded tile, not cached; null where the archive has none. */
  readTile(z: number, x: number, y: number): Promise<HeightTile | null>
  close(): Promise<void>
}
