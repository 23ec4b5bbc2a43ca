// One import from arguments to a live release: check the files, lock the data folder, build beside the live release,
// publish. Any failure before the last rename leaves the data folder unchanged, and the half-built files are deleted.
// An import that is killed deletes nothing: the next one of the same input goes on with the passes that it finished.

import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createHash } from 'node:crypto'
import { RELEASES_FOLDER } from '../releases/release-manifest.ts'
import { buildRelease, type BuildOptions, type BuiltRelease } from './build-release.ts'
import { checkBasemapFile, checkHeightFiles, checkMapFiles, type InputFile, checkMapEnd } from './check-input.ts'
import { openPasses } from './finished-passes.ts'
import { takeImportLock } from './import-lock.ts'
import type { TaskName } from './import-tasks.ts'
import { isAddress } from './open-range-source.ts'
import type { ImportArguments } from './parse-arguments.ts'
import type { Progress } from './progress-bar.ts'
import {
  BUILDING_FOLDER,
  checkRelease,
  goLive,
  type Comparison,
  openBuildingFolder,
  type Publication,
  type PublishStep,
} from './publish-release.ts'

export interface ImportOptions extends BuildOptions {
  /** PostgreSQL database into which the catalogue is also loaded; null or absent: none */
  databaseUrl?: string | null
  /** called at each step of the publication */
  onStep?: (step: PublishStep) => void
  /** called when a pass is finished and recorded */
  onPass?: (pass: TaskName) => void
}

export interface ImportResult extends BuiltRelease, Publication {
  files: InputFile[]
  /** comparison with the previous live release; empty if there was none of this region */
  comparisons: Comparison[]
}

/** Imports and publishes. Throws ServiceError or file system errors; nothing was published in that case. */
export async function runImport(
  args: ImportArguments,
  progress: Progress,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const files = [
    ...checkMapFiles(args.pbfPaths),
    ...checkHeightFiles(args.demPaths),
    ...(args.basemap === null || isAddress(args.basemap) ? [] : [checkBasemapFile(args.basemap)]),
  ]
  if (!args.acceptShrink) for (const { path } of files.slice(0, args.pbfPaths.length)) await checkMapEnd(path)
  const databaseUrl = options.databaseUrl ?? null
  if (databaseUrl !== null) {
    progress.begin('publish', 'look at the database')
    await (await import('../../db/load-postgres.ts')).checkPostgres(databaseUrl)
  }
  const dataDir = resolve(args.dataDir)
  const made = mkdirSync(dataDir, { recursive: true })
  try {
    return await importInto(dataDir, files, databaseUrl, args, progress, options)
  } catch (thrown) {
    if (made !== undefined)
      for (const name of [BUILDING_FOLDER, RELEASES_FOLDER, '.']) removeEmpty(join(dataDir, name), made)
    throw thrown
  }
}

/** Removes the folders from `folder` up to `top` that are empty. */
function removeEmpty(folder: string, top: string): void {
  try {
    rmdirSync(folder)
    if (folder !== top) removeEmpty(dirname(folder), top)
  } catch {}
}

async function importInto(
  dataDir: string,
  files: ImportResult['files'],
  databaseUrl: string | null,
  args: ImportArguments,
  progress: Progress,
  options: ImportOptions,
): Promise<ImportResult> {
  const lock = takeImportLock(dataDir)
  try {
    const { folder, recordFolder } = openBuildingFolder(dataDir)
    let workFolder = folder
    try {
      const passes = openPasses({
        ...{ folder, recordFolder },
        onKept: (pass) => progress.note(`${pass}: kept from the import before, which was stopped`),
        onFinished: options.onPass,
      })
      if (args.workDir !== null) workFolder = makeWorkFolder(args.workDir, dataDir)
      const built = await buildRelease(args, { folder, workFolder, passes }, progress, {
        ...options,
        isTaken: (id) => existsSync(join(dataDir, RELEASES_FOLDER, id)),
      })
      const comparisons = await checkRelease(dataDir, folder, built.release, args, progress)
      const publication = await goLive(
        dataDir,
        folder,
        built.release,
        {
          databaseUrl,
          keep: args.keep,
          nowMs: Date.now(),
          confirm: () => lock.confirm(),
          onStep: options.onStep,
        },
        progress,
      )
      return { ...built, ...publication, files, comparisons }
    } finally {
      for (const made of [folder, workFolder, recordFolder]) rmSync(made, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

const NAME_DIGITS = 12

/**
 * The folder for an import's temporary files, in the folder that --work-dir names. Its name depends on the data folder
 * alone, where one import works at a time, so that the next one removes what a killed one left. Makes it, empty; call
 * only while holding the import lock of the data folder.
 */
export function makeWorkFolder(workDir: string, dataDir: string): string {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, NAME_DIGITS)
  const folder = join(resolve(workDir), `waypost-import-${name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
