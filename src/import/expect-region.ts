// What a region will be like, from the headers of its map files alone, so that terrain tiles can be made while the
// network is read.

import type { Box } from '../geo/lon-lat.ts'
import { expectedBox } from '../graph/build/region-box.ts'
import { readFirstHeader, type PbfHeader, openPbfFile } from '../osm/pbf-blocks.ts'

/**
 * Prefix of the demo region's writing program; a test keeps it equal to the demo's own, which is too heavy to load
 * here.
 */
export const SYNTHETIC_PROGRAM = 'waypost-demo'

export interface ExpectedRegion {
  /** null if a header does not say */
  box: Box | null
  /** whether some of the map is real OpenStreetMap data */
  holdsOsm: boolean
}

/** Throws ServiceError `invalid_input` for files that are not OSM PBF. */
export async function expectRegion(mapPaths: readonly string[]): Promise<ExpectedRegion> {
  const headers: (PbfHeader | null)[] = []
  for (const path of mapPaths) {
    const source = await openPbfFile(path)
    try {
      headers.push(await readFirstHeader(source))
    } finally {
      await source.close()
    }
  }
  return {
    box: expectedBox(headers.map((header) => header?.bbox ?? null)),
    holdsOsm: headers.some((header) => header === null || !isSynthetic(header)),
  }
}

export function isSynthetic({ writingProgram }: PbfHeader): boolean {
  return writingProgram?.startsWith(SYNTHETIC_PROGRAM) ?? false
}
