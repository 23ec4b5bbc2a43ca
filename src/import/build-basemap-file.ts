// The basemap of a release: vector tiles made from the same map files, and what is told about them.

import type { Box } from '../geo/lon-lat.ts'
import { buildBasemap, type BasemapReport } from '../basemap/build-basemap.ts'
import type { Standings } from '../basemap/collect-map.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-blocks.ts'
import { openPbfFiles } from '../osm/read-pbf.ts'
import type { Progress } from './progress-bar.ts'

export const BASEMAP_FILE = 'basemap.pmtiles'
const GROUP = 'basemap'
const STAGES = { read: ['map features', 'bytes'], cut: ['vector tiles', 'tiles'] } as const

export interface BasemapSource {
  attribution: string
  sourceTs: string | null
  box: Box
  standings: Standings
}

/** Builds and writes the tiles. Throws ServiceError `invalid_input` for files that cannot be read. */
export async function buildBasemapFile(mapPaths: readonly string[], source: BasemapSource, outPath: string, progress: Progress): Promise<BasemapReport> {
  const sources: PbfSource[] = []
  let begun = ''
  try {
    for (const path of mapPaths) sources.push(await openPbfFile(path))
    return await buildBasemap(await openPbfFiles(sources), source.box, outPath, source, (stage, done, total) => {
      const [title, unit] = STAGES[stage]
      if (begun !== stage) progress.begin(GROUP, title)
      begun = stage
      progress.report(done, total, unit)
    })
  } finally {
    for (const source of sources) await source.close()
  }
}
