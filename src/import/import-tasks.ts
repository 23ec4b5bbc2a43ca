// The large parts of an import, each a function of plain values that opens its own files: run in a thread of its own
// (task-thread.ts), it gives back all of its memory when it ends. Each loads only its own modules: all of them together
// take a second of processor time in every thread.

import { dirname, join } from 'node:path'
import type { DemSource } from '../terrain/open-dem.ts'
import type { BasemapSource } from './build-basemap-file.ts'
import type { HeightTilesOrder } from './build-terrain-files.ts'
import { NETWORK_FILE, PLACES_FILE, TERRAIN_FILE } from './release-files.ts'
import type { Progress } from './progress-bar.ts'

/** Edges and tiles are processed in order of position, so a few height files at a time are enough. */
const HEIGHT_CACHE_BYTES = 128_000_000

export interface TaskPaths {
  mapPaths: readonly string[]
  demPaths: readonly string[]
  outPath: string
  /** for temporary files */
  workFolder: string
}

export type HeightTilesInput = TaskPaths & HeightTilesOrder

export interface BasemapInput extends TaskPaths {
  source: BasemapSource
}

const TASKS = {
  network: async ({ mapPaths, demPaths, outPath }: TaskPaths, progress: Progress) => {
    const { buildNetworkFile } = await import('./build-network-file.ts')
    progress.begin('network with heights', 'open height files')
    return withDem(demPaths, (dem) => buildNetworkFile(mapPaths, dem, outPath, progress))
  },
  catalogue: async ({ mapPaths, demPaths, outPath, workFolder }: TaskPaths, progress: Progress) => {
    const { buildCatalogueFile } = await import('./build-catalogue-file.ts')
    return withDem(demPaths, (dem) => buildCatalogueFile(mapPaths, dem, outPath, workFolder, progress))
  },
  basemap: async ({ mapPaths, outPath, workFolder, source }: BasemapInput, progress: Progress) => {
    const { buildBasemapFile } = await import('./build-basemap-file.ts')
    return buildBasemapFile(mapPaths, source, outPath, workFolder, progress)
  },
  trails: async ({ outPath }: TaskPaths, progress: Progress) => {
    const { timeTrails } = await import('./time-trails.ts')
    const beside = (file: string) => join(dirname(outPath), file)
    const files = {
      networkPath: beside(NETWORK_FILE),
      terrainPath: beside(TERRAIN_FILE),
      placesPath: beside(PLACES_FILE),
    }
    return timeTrails({ ...files, outPath }, progress)
  },
  terrain: async (input: HeightTilesInput, progress: Progress) => {
    const { buildTerrainFile } = await import('./build-terrain-files.ts')
    return withDem(input.demPaths, (dem) => buildTerrainFile(dem, input, progress))
  },
  contours: async (input: HeightTilesInput, progress: Progress) => {
    const { buildContoursFile } = await import('./build-terrain-files.ts')
    return withDem(input.demPaths, (dem) => buildContoursFile(dem, input, progress))
  },
}

export type TaskName = keyof typeof TASKS
export type TaskInput<T extends TaskName> = Parameters<(typeof TASKS)[T]>[0]
export type TaskResult<T extends TaskName> = Awaited<ReturnType<(typeof TASKS)[T]>>

/** Throws what the task throws. */
export function runTaskHere<T extends TaskName>(
  name: T,
  input: TaskInput<T>,
  progress: Progress,
): Promise<TaskResult<T>> {
  const run = TASKS[name] as unknown as (input: TaskInput<T>, progress: Progress) => Promise<TaskResult<T>>
  return run(input, progress)
}

async function withDem<R>(demPaths: readonly string[], work: (dem: DemSource) => Promise<R>): Promise<R> {
  const { openDem } = await import('../terrain/open-dem.ts')
  const dem = await openDem(demPaths, { cacheBytes: HEIGHT_CACHE_BYTES })
  try {
    return await work(dem)
  } finally {
    await dem.close()
  }
}
