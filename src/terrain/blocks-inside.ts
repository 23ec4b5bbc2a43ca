// Which blocks of the rasters of one grid heights inside a box need, and how many bytes are not loaded yet.

import { ServiceError } from '../errors.ts'
import type { Box } from '../geo/lon-lat.ts'
import { blockKey, type PlacedRaster } from './block-store.ts'
import { windowOf } from './raster-geometry.ts'

const MAX_RESIDENT_BYTES = 4_000_000_000

interface BlocksInside {
  /** to be loaded */
  wanted: { placed: PlacedRaster; bx: number; by: number }[]
  wantedBytes: number
  /** keys of all that are needed, loaded or not, by raster */
  keep: Map<PlacedRaster, Set<number>>
  /** no block is known to be missing from the files */
  isWhole: boolean
}

/** Throws ServiceError `invalid_input` if they would not fit into memory. */
export function blocksInside(rasters: readonly PlacedRaster[], box: Box): BlocksInside {
  const wanted: BlocksInside['wanted'] = []
  const keep = new Map<PlacedRaster, Set<number>>()
  let isWhole = true
  let wantedBytes = 0
  let totalBytes = 0
  for (const placed of rasters) {
    const window = windowOf(placed.raster, placed.bounds, box)
    if (window === null) continue
    const { raster } = placed
    const bx0 = Math.floor(window.col0 / raster.blockWidth)
    const bx1 = Math.floor(window.col1 / raster.blockWidth)
    const by0 = Math.floor(window.row0 / raster.blockHeight)
    const by1 = Math.floor(window.row1 / raster.blockHeight)
    const blockBytes = raster.blockWidth * raster.blockHeight * raster.bytesPerPixel
    totalBytes += (bx1 - bx0 + 1) * (by1 - by0 + 1) * blockBytes
    if (totalBytes > MAX_RESIDENT_BYTES) {
      throw new ServiceError(
        'invalid_input',
        `The region needs more than ${MAX_RESIDENT_BYTES / 1e9} GB of heights from ${raster.name} in memory at once: import a smaller region or a coarser elevation model.`,
      )
    }
    const keys = new Set<number>()
    keep.set(placed, keys)
    for (let by = by0; by <= by1; by++) {
      for (let bx = bx0; bx <= bx1; bx++) {
        const key = blockKey(bx, by)
        keys.add(key)
        const known = placed.blocks.get(key)
        if (known === undefined) {
          wanted.push({ placed, bx, by })
          wantedBytes += blockBytes
        } else if (known === null) isWhole = false
      }
    }
  }
  return { wanted, wantedBytes, keep, isWhole }
}
