// One import from arguments to a live release: check the files, lock the data folder, build beside the live release,
// publish. Any failure before the last rename leaves the data folder unchanged, and the half-built files are deleted.

import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPointer, readRelease } from '../maps/read-release.ts'
import type { ReleaseInfo } from '../release-info.ts'
import { CATALOGUE_FILE } from './build-catalogue-file.ts'
import { buildRelease, type BuildOptions, type BuiltRelease } from './build-release.ts'
import { checkBasemapFile, checkHeightFiles, checkMapFiles, type InputFile } from './check-input.ts'
import { checkMapEnd } from './check-map-end.ts'
import { compareReleases, refuseShrinkage, type Comparison } from './judge-release.ts'
import { takeImportLock } from './import-lock.ts'
import { isAddress } from './open-range-source.ts'
import { toReleaseSlug, type ImportArguments } from './parse-arguments.ts'
import type { Progress } from './progress-bar.ts'
import { makeBuildingFolder, publishRelease, type Publication, type PublishStep } from './publish-release.ts'
import { tryRelease } from './try-release.ts'
import { makeWorkFolder } from './work-folder.ts'

export interface ImportOptions extends BuildOptions {
  /** PostgreSQL database into which the catalogue is also loaded; null or absent: none */
  databaseUrl?: string | null
  /** called at each step of the publication */
  onStep?: (step: PublishStep) => void
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
  mkdirSync(dataDir, { recursive: true })
  const lock = takeImportLock(dataDir)
  try {
    const folder = makeBuildingFolder(dataDir, `${toReleaseSlug(args.name)}-${process.pid}`)
    let workFolder = folder
    try {
      if (args.workDir !== null) workFolder = makeWorkFolder(args.workDir, dataDir)
      const built = await buildRelease(args, { folder, workFolder }, progress, options)
      const live = findLive(dataDir)
      progress.begin('publish', 'judge the release')
      const comparisons = compareReleases(live, built.release)
      if (!args.acceptShrink) refuseShrinkage(comparisons, args.maxShrink)
      await tryRelease(folder, built.release, live)
      const loaded = await loadIntoDatabase(databaseUrl, folder, built, progress)
      progress.begin('publish', 'publish')
      let publication: Publication
      try {
        publication = publishRelease(dataDir, folder, built.release, {
          keep: args.keep,
          nowMs: Date.now(),
          confirm: () => lock.confirm(),
          onStep: options.onStep,
        })
      } catch (thrown) {
        await loaded?.giveUp().catch(() => {})
        throw thrown
      }
      // the files are live: from here on a database failure is reported, not thrown
      await loaded
        ?.promote()
        .catch((error: Error) =>
          publication.problems.push(`the database still has the places of the release before: ${error.message}`),
        )
      progress.end()
      return { ...built, ...publication, files, comparisons }
    } finally {
      for (const made of [folder, workFolder]) rmSync(made, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

/** The live release; returns null if there is none, or if it is damaged. */
function findLive(dataDir: string): ReleaseInfo | null {
  try {
    const pointer = findPointer(dataDir)
    return pointer === null ? null : readRelease(dataDir, pointer.release, pointer.promotedAt)
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** Loads the catalogue beside the database's live one; returns null without a database. */
async function loadIntoDatabase(
  databaseUrl: string | null,
  folder: string,
  { release }: BuiltRelease,
  progress: Progress,
) {
  if (databaseUrl === null) return null
  progress.begin('publish', 'load into PostgreSQL')
  const { loadPostgres } = await import('../../db/load-postgres.ts')
  const { version } = release.artifacts.find(({ name }) => name === 'catalogue')!
  return loadPostgres(databaseUrl, { path: join(folder, CATALOGUE_FILE), version, releaseId: release.id })
}
