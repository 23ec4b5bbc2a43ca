// The catalogue of a release: map files and heights to catalogue.sqlite, and what is told about it.

import { createCatalogue } from '../../db/write-catalogue.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-blocks.ts'
import { openPbfFiles } from '../osm/read-pbf.ts'
import { buildCatalogue, type CatalogueReport } from '../places/build-catalogue.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import type { Progress } from './progress-bar.ts'

export const CATALOGUE_FILE = 'catalogue.sqlite'
const GROUP = 'places and trails'

export interface CatalogueFile {
  report: CatalogueReport
  counts: Record<string, number>
}

/** Builds and writes the catalogue; `outPath` must not exist. Throws ServiceError `invalid_input` for files that cannot be read. */
export async function buildCatalogueFile(mapPaths: readonly string[], dem: DemSource, outPath: string, progress: Progress): Promise<CatalogueFile> {
  progress.begin(GROUP, 'places and trails')
  const sources: PbfSource[] = []
  try {
    for (const path of mapPaths) sources.push(await openPbfFile(path))
    const writer = await createCatalogue(outPath)
    const report = await buildCatalogue(await openPbfFiles(sources), dem, writer)
    progress.begin(GROUP, 'indexes')
    const { places, trails, pois } = await writer.finish({})
    return { report, counts: { places, namedTrails: trails, outdoorPlaces: pois } }
  } finally {
    for (const source of sources) await source.close()
  }
}
