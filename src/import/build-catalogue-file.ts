// The catalogue of a release: map files and heights to an SQLite file, and a report about it. Its trails have no times
// yet: those need the network and the terrain of the release (time-trails.ts).

import { basename, join } from 'node:path'
import { createCatalogue } from '../../db/write-catalogue.ts'
import type { Standings } from '../map/tiles/collect-map.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-blocks.ts'
import { openPbfFiles } from '../osm/read-pbf.ts'
import { buildCatalogue, type CatalogueReport, type CatalogueSink } from '../places/build-catalogue.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import type { Progress } from './progress-bar.ts'

const GROUP = 'places and trails'

export interface CatalogueFile {
  report: CatalogueReport
  counts: Record<string, number>
  /** of named peaks, for the basemap */
  standings: Standings
}

/**
 * Builds and writes the catalogue; `outPath` must not exist. Throws ServiceError `invalid_input` for unreadable files.
 * No temporary file is left in `workFolder`.
 */
export async function buildCatalogueFile(
  mapPaths: readonly string[],
  dem: DemSource,
  outPath: string,
  workFolder: string,
  progress: Progress,
): Promise<CatalogueFile> {
  progress.begin(GROUP, 'places and trails')
  const sources: PbfSource[] = []
  try {
    for (const path of mapPaths) sources.push(await openPbfFile(path))
    const writer = await createCatalogue(outPath)
    const standings = new Map<number, { prominenceM: number | null }>()
    const sink: CatalogueSink = {
      addPlace(row, trail, tags, outline) {
        if (row.kind === 'peak') standings.set(row.id, { prominenceM: row.prominenceM })
        writer.addPlace(row, trail, tags, outline)
      },
      addTrail: (row, parts) => writer.addTrail(row, parts),
      addPoi: (row) => writer.addPoi(row),
      addArea: (id, sizeM2, strips) => writer.addArea(id, sizeM2, strips),
      addCutArea: (name) => writer.addCutArea(name),
    }
    const workPath = join(workFolder, basename(outPath))
    const report = await buildCatalogue(await openPbfFiles(sources), dem, sink, workPath)
    progress.begin(GROUP, 'indexes')
    const { places, trails, pois } = await writer.finish({})
    return { report, counts: { places, namedTrails: trails, outdoorPlaces: pois }, standings }
  } finally {
    for (const source of sources) await source.close()
  }
}
