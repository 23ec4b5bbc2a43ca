// The interface of an opened terrain archive.

import type { Box } from '../geo/lon-lat.ts'
import type { HeightTile, TerrainEncoding } from './height-tile.ts'

export const DEFAULT_TERRAIN_Z = 13

export type LonLatPoint = readonly [lon: number, lat: number]

export interface HeightSampler {
  /** effective zoom */
  z: number
  /** Metres, null if unknown. Throws RangeError at a point that was not prepared. */
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
   * Heights at points, null if void or outside; `z` null means DEFAULT_TERRAIN_Z. Throws ServiceError
   * `terrain_unavailable`.
   */
  sample(points: readonly LonLatPoint[], z: number | null): Promise<{ z: number; heightsM: (number | null)[] }>
  /**
   * Loads what is needed for heights along a line, for synchronous use; the sampler keeps its tiles until it is
   * dropped. With `between` false, the stretches between the points are left out. Throws ServiceError `too_long` beyond
   * 512 tiles.
   */
  prepareLine(points: readonly LonLatPoint[], z: number | null, between?: boolean): Promise<HeightSampler>
  /** One decoded tile, not cached; null if the archive has none. */
  readTile(z: number, x: number, y: number): Promise<HeightTile | null>
  close(): Promise<void>
}
