// The terrain tiles and the contours of a release, for the part of its region that the height files cover.

import { buildContours, type ContoursReport } from '../map/tiles/build-contours.ts'
import type { Box } from '../geo/lon-lat.ts'
import { boxOver, splitBox } from '../geo/split-box.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import { writeTerrainArtifact, type TerrainArtifact } from '../terrain/write-terrain-artifact.ts'
import type { Progress } from './progress-bar.ts'

export interface HeightTilesOrder {
  box: Box
  /** null if unknown */
  attribution: string | null
  outPath: string
  /** for temporary files */
  workFolder: string
}

/** Throws ServiceError `invalid_input` if there is no height in the region. */
export function buildTerrainFile(
  dem: DemSource,
  { box, attribution, outPath, workFolder }: HeightTilesOrder,
  progress: Progress,
): Promise<TerrainArtifact> {
  progress.begin('terrain tiles', 'terrain tiles')
  return writeTerrainArtifact(
    dem,
    commonBox(box, dem.bbox),
    outPath,
    { attribution: attribution ?? dem.attribution, sourceTs: dem.sourceTs, workFolder },
    (done, total) => progress.report(done, total, 'tiles'),
  )
}

/** Resolves to null, and writes no file, if the region has no contour lines. */
export function buildContoursFile(
  dem: DemSource,
  { box, attribution, outPath, workFolder }: HeightTilesOrder,
  progress: Progress,
): Promise<ContoursReport | null> {
  progress.begin('contours', 'contours')
  const options = { attribution: attribution ?? dem.attribution, workFolder }
  return buildContours(dem, commonBox(box, dem.bbox), outPath, options, (done, total) =>
    progress.report(done, total, 'tiles'),
  )
}

/**
 * The intersection of both boxes, so that a header that claims half the world makes no empty tiles; the first box if
 * they do not intersect.
 */
function commonBox(region: Box, heights: Box): Box {
  const parts = splitBox(region).flatMap((one) =>
    splitBox(heights).map(
      (other): Box => [
        Math.max(one[0], other[0]),
        Math.max(one[1], other[1]),
        Math.min(one[2], other[2]),
        Math.min(one[3], other[3]),
      ],
    ),
  )
  const common = parts.filter(([west, south, east, north]) => west < east && south < north)
  return common.length === 0 ? region : boxOver(common)
}
