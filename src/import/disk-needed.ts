// How much disk an import will take at most, release and temporary files together: a sentence for before the work
// begins. By the size of the map and the area of its terrain, measured on regions of 50 to 190 MB of map.

import { statfsSync } from 'node:fs'
import { M_PER_DEG_LAT, type Box } from '../geo/lon-lat.ts'
import { eastBeyondWest } from '../geo/split-box.ts'
import { toSize } from './progress-bar.ts'

const BYTES_PER_MAP_BYTE = 9
/** Of terrain tiles and contours from a source of 3 arc seconds. */
const BYTES_PER_KM2 = 20_000
const MEASURED_ARC_SECONDS = 3
/** Tiles of one zoom more hold four times as much. */
const BYTES_BY_DETAIL = Math.log(4) / Math.log(3)

export interface DiskFacts {
  mapBytes: number
  /** null if the map does not say what it covers */
  box: Box | null
  arcSeconds: number
}

/** Null where the area is not known. Pure. */
export function estimateDiskBytes({ mapBytes, box, arcSeconds }: DiskFacts): number | null {
  if (box === null) return null
  const [west, south, , north] = box
  const perDegKm = M_PER_DEG_LAT / 1000
  const acrossKm = (eastBeyondWest(box) - west) * perDegKm * Math.cos((((south + north) / 2) * Math.PI) / 180)
  const detail = Math.max(1, MEASURED_ARC_SECONDS / arcSeconds) ** BYTES_BY_DETAIL
  return mapBytes * BYTES_PER_MAP_BYTE + acrossKm * (north - south) * perDegKm * BYTES_PER_KM2 * detail
}

/** One sentence; null where nothing can be said. */
export function toDiskSentence(facts: DiskFacts, folder: string, freeBytes = findFreeBytes(folder)): string | null {
  const needed = estimateDiskBytes(facts)
  if (needed === null || freeBytes === null) return null
  const said = `About ${toSize(needed)} of disk are needed in ${folder}, ${toSize(freeBytes)} are free`
  return freeBytes < needed ? `${said}: it may become full, and then nothing is published.` : `${said}.`
}

/** Null where the file system does not say. */
export function findFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
