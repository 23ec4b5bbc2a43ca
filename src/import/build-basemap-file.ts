// The basemap of a release: vector tiles built from the same map files, or extracted from a larger archive that was
// named, and a report about them.

import { buildBasemap, type BasemapReport } from '../map/tiles/build-basemap.ts'
import type { Standings } from '../map/tiles/collect-map.ts'
import { extractBasemap, openVectorArchive, type ExtractReport } from '../map/tiles/extract-basemap.ts'
import type { Box } from '../geo/lon-lat.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-blocks.ts'
import { openPbfFiles } from '../osm/read-pbf.ts'
import { basemapOf } from '../wire/source-names.ts'
import { openRangeSource } from './open-range-source.ts'
import type { Progress } from './progress-bar.ts'

export const BASEMAP_FILE = 'basemap.pmtiles'
const GROUP = 'basemap'
const STAGES = { read: ['map features', 'bytes'], cut: ['vector tiles', 'tiles'] } as const
/** Every archive that our styles can draw has at least one of these layers. */
const LAYERS_OF_STYLES = ['earth', 'water', 'roads', 'landuse']

export interface BasemapSource {
  attribution: string
  sourceTs: string | null
  box: Box
  standings: Standings
}

/** A basemap built from the map files. */
export interface MadeBasemap extends BasemapReport {
  made: true
}

/** A basemap extracted from an archive. */
export interface TakenBasemap extends ExtractReport {
  made: false
  /** name of the archive, for messages */
  from: string
  /** attribution, as text */
  attributionText: string
  /** true if its layers are not those that our styles draw */
  isForeign: boolean
}

export type BasemapFile = MadeBasemap | TakenBasemap

/** Builds and writes the tiles. Throws ServiceError `invalid_input` for files that cannot be read. */
export async function buildBasemapFile(
  mapPaths: readonly string[],
  source: BasemapSource,
  outPath: string,
  workFolder: string,
  progress: Progress,
): Promise<MadeBasemap> {
  const sources: PbfSource[] = []
  let begun = ''
  try {
    for (const path of mapPaths) sources.push(await openPbfFile(path))
    const report = await buildBasemap(
      await openPbfFiles(sources),
      source.box,
      outPath,
      { ...source, workFolder },
      (stage, done, total) => {
        const [title, unit] = STAGES[stage]
        if (begun !== stage) progress.begin(GROUP, title)
        begun = stage
        progress.report(done, total, unit)
      },
    )
    return { ...report, made: true }
  } finally {
    for (const source of sources) await source.close()
  }
}

/** Checks an archive before the work begins: throws ServiceError `invalid_input` if it is unsuitable. */
export async function checkBasemapArchive(fileOrAddress: string): Promise<void> {
  const { source, fault, close } = await openRangeSource(fileOrAddress)
  try {
    await openVectorArchive(source, fault)
  } finally {
    await close()
  }
}

/**
 * Extracts the region from an archive: a file, or an address read by HTTP range. Throws ServiceError `invalid_input`.
 */
export async function takeBasemapFile(
  fileOrAddress: string,
  box: Box,
  outPath: string,
  progress: Progress,
  workFolder?: string,
): Promise<TakenBasemap> {
  progress.begin(GROUP, 'cut out the region')
  const { source, name, fault, close } = await openRangeSource(fileOrAddress)
  try {
    const onProgress = (done: number, total: number) => progress.report(done, total, 'tiles')
    const report = await extractBasemap(source, box, outPath, fault, onProgress, workFolder)
    const text = report.attribution === null ? '' : toPlainText(report.attribution)
    return {
      ...report,
      made: false,
      from: name,
      attributionText: text === '' ? basemapOf(name) : text,
      isForeign: report.layers.length > 0 && !LAYERS_OF_STYLES.some((layer) => report.layers.includes(layer)),
    }
  } finally {
    await close()
  }
}

/** Attributions of tiles are often HTML; pictures and the summary show them as plain text. */
export function toPlainText(html: string): string {
  const plain = html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&copy;', '©')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
  return plain.replace(/\s+/g, ' ').trim().slice(0, 500)
}
