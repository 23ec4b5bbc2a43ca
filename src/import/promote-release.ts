// Makes a release of the data folder live that is not: one that was live before, as it is, or one that was pulled,
// judged as an import is. Call only while holding the import lock.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'
import { listReleaseFolders, readRelease } from '../releases/read-release.ts'
import { MANIFEST_FILE, RELEASES_FOLDER, type LivePointer } from '../releases/release-manifest.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import type { Progress } from './progress-bar.ts'
import {
  checkRelease,
  goLive,
  loadIntoDatabase,
  type JudgeOptions,
  promoteRelease,
  type PublishOptions,
} from './publish-release.ts'
import { findPulled, pulledFolder, removePulled, type PulledRelease } from './pull-release.ts'
import { tryRelease } from './try-release.ts'

export interface PromoteOptions extends JudgeOptions, Omit<PublishOptions, 'onStep'> {
  /** null: none */
  databaseUrl: string | null
}

/** `pointer`: null if nothing is published. Returns the text to print. Throws ServiceError. */
export async function promoteHere(
  dataDir: string,
  pointer: LivePointer | null,
  id: string,
  options: PromoteOptions,
  progress: Progress,
): Promise<string> {
  if (pointer?.retired.some(({ release }) => release === id)) return rollBack(dataDir, pointer, id, options, progress)
  const pulled = findPulledOrMoved(dataDir, pointer, id)
  await checkRelease(dataDir, pulled.folder, pulled.release, options, progress)
  return publishPulled(dataDir, pulled, options, progress)
}

/** Of a release that was checked. */
export async function publishPulled(
  dataDir: string,
  { release, folder }: Pick<PulledRelease, 'release' | 'folder'>,
  options: PromoteOptions,
  progress: Progress,
): Promise<string> {
  mkdirSync(join(dataDir, RELEASES_FOLDER), { recursive: true })
  const { removed, problems } = await goLive(dataDir, folder, release, options, progress)
  removePulled(dataDir)
  return [
    `${release.id} is live.`,
    ...(removed.length === 0 ? [] : [`Removed: ${removed.join(', ')}.`]),
    ...problems,
  ].join('\n')
}

export async function rollBack(
  dataDir: string,
  pointer: LivePointer,
  id: string,
  { databaseUrl, nowMs, readStored }: Pick<PromoteOptions, 'databaseUrl' | 'nowMs' | 'readStored'>,
  progress: Progress,
): Promise<string> {
  let release: ReleaseInfo
  try {
    release = readRelease(dataDir, id, null, { mayBeStored: true })
  } catch (thrown) {
    throw mistake(`It cannot be served: ${(thrown as Error).message}.`, thrown)
  }
  const folder = join(dataDir, RELEASES_FOLDER, id)
  await tryRelease(folder, release, null, readStored)
  const loaded = await loadIntoDatabase(databaseUrl, folder, release, progress)
  progress.end()
  try {
    promoteRelease(dataDir, id, nowMs)
  } catch (thrown) {
    await loaded?.giveUp().catch(() => {})
    throw thrown
  }
  await loaded?.promote()
  return `${id} is live again in place of ${pointer.release}, which is kept as retired.`
}

/** A promotion that was killed may have moved it, or written its manifest. */
function findPulledOrMoved(dataDir: string, pointer: LivePointer | null, id: string): PulledRelease {
  if (pointer?.release === id) throw mistake(`${id} is live already.`)
  const folder = pulledFolder(dataDir, id)
  if (listReleaseFolders(dataDir).includes(id) && existsSync(`${folder}.json`) && !existsSync(folder))
    renameSync(join(dataDir, RELEASES_FOLDER, id), folder)
  const pulled = findPulled(dataDir, id)
  if (pulled === null) throw mistake(`There is no release "${id.slice(0, 120)}" here: pull it first.`)
  rmSync(join(folder, MANIFEST_FILE), { force: true })
  return pulled
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
