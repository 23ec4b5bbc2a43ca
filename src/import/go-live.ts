// The last steps of every release that is to go live, wherever it came from: it is judged beside the live one, must
// answer its canaries, is loaded into the database if there is one, and published.

import { join } from 'node:path'
import { findPointer, readRelease } from '../releases/read-release.ts'
import type { ReadStored, ReleaseInfo } from '../releases/release-info.ts'
import { CATALOGUE_FILE } from './build-catalogue-file.ts'
import { compareReleases, refuseShrinkage, type Comparison } from './judge-release.ts'
import type { Progress } from './progress-bar.ts'
import { publishRelease, type Publication, type PublishOptions } from './publish-release.ts'
import { tryRelease } from './try-release.ts'

export interface JudgeOptions {
  /** share 0..1 by which a count may fall below the live release's */
  maxShrink: number
  acceptShrink: boolean
  /** reads what is in a store; absent: nothing is */
  readStored?: ReadStored
}

/** Throws ServiceError `invalid_input` if the release must not replace the live one. */
export async function checkRelease(
  dataDir: string,
  folder: string,
  release: ReleaseInfo,
  { maxShrink, acceptShrink, readStored }: JudgeOptions,
  progress: Progress,
): Promise<Comparison[]> {
  progress.begin('publish', 'judge the release')
  const live = findLive(dataDir)
  const comparisons = compareReleases(live, release)
  if (!acceptShrink) refuseShrinkage(comparisons, maxShrink)
  await tryRelease(folder, release, live, readStored)
  return comparisons
}

/** Publishes a release that was checked. Throws only if it did not go live. */
export async function goLive(
  dataDir: string,
  folder: string,
  release: ReleaseInfo,
  { databaseUrl, ...options }: PublishOptions & { databaseUrl: string | null },
  progress: Progress,
): Promise<Publication> {
  const loaded = await loadIntoDatabase(databaseUrl, folder, release, progress)
  progress.begin('publish', 'publish')
  let publication: Publication
  try {
    publication = publishRelease(dataDir, folder, release, options)
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
  return publication
}

/** The live release; returns null if absent, or if it is damaged. */
function findLive(dataDir: string): ReleaseInfo | null {
  try {
    const pointer = findPointer(dataDir)
    return pointer === null ? null : readRelease(dataDir, pointer.release, pointer.promotedAt, { mayBeStored: true })
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** Loads the catalogue beside the database's live one; returns null without a database. */
export async function loadIntoDatabase(
  databaseUrl: string | null,
  folder: string,
  { id, artifacts }: ReleaseInfo,
  progress: Progress,
) {
  if (databaseUrl === null) return null
  progress.begin('publish', 'load into PostgreSQL')
  const { loadPostgres } = await import('../../db/load-postgres.ts')
  const { version } = artifacts.find(({ name }) => name === 'catalogue')!
  return loadPostgres(databaseUrl, { path: join(folder, CATALOGUE_FILE), version, releaseId: id })
}
