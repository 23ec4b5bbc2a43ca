// Where the regions of a data folder lie: `regions/NAME` has the layout of a data folder with one region.

import { join } from 'node:path'

export const REGIONS_FOLDER = 'regions'
/** The name of a region: one path segment. */
export const REGION_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The folder of a region's releases; an empty name is the data folder itself. */
export function regionFolder(dataDir: string, region: string): string {
  return region === '' ? dataDir : join(dataDir, REGIONS_FOLDER, region)
}
