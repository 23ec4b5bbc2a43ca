// Makes a built folder the live release, in an order in which a kill at any moment leaves the old one live: files and
// manifest are flushed, the folder is moved into releases/ by one rename, and only then one rename of the small pointer
// file `live.json` makes it live. Retired releases beyond `keep` are deleted last, never the live one and never one
// retired less than RETIRE_GRACE_S ago, so that running servers can finish with it. Never changes a published file.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'
import { findPointer, findStored, listReleaseFolders, listWholeReleases } from '../releases/read-release.ts'
import {
  MANIFEST_FILE,
  POINTER_FILE,
  RELEASES_FOLDER,
  toManifestText,
  toPointerText,
  type LivePointer,
} from '../releases/release-manifest.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { flushToDisk, moveDurably, writeDurably } from './durable-files.ts'

const BUILDING_FOLDER = 'building'
/** A release retired less than this ago is not deleted. */
export const RETIRE_GRACE_S = 60

/** Moments of a publication, in order; a test stops the process at each. */
export const PUBLISH_STEPS = [
  'flushed',
  'manifest_written',
  'moved',
  'pointer_written',
  'promoted',
  'retired_removed',
] as const
export type PublishStep = (typeof PUBLISH_STEPS)[number]

export interface PublishOptions {
  /** number of retired releases to keep */
  keep: number
  nowMs: number
  /** last check before the release becomes live; throws to stop it */
  confirm(): void
  onStep?: (step: PublishStep) => void
}

/** Folder to build in. Deletes left-overs of killed imports; call only while holding the import lock. */
export function makeBuildingFolder(dataDir: string, buildName: string): string {
  removeBuildingFolder(dataDir)
  const folder = join(dataDir, BUILDING_FOLDER, buildName)
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(dataDir, RELEASES_FOLDER), { recursive: true })
  return folder
}

/**
 * Folders to import in: of the release, and of records of its finished passes, both with what a killed import left
 * (finished-passes.ts). Call only while holding the import lock.
 */
export function openBuildingFolder(dataDir: string): { folder: string; recordFolder: string } {
  removeNeverPromoted(dataDir)
  const building = join(dataDir, BUILDING_FOLDER)
  const [folder, recordFolder] = [join(building, 'release'), join(building, 'passes')]
  for (const made of [folder, recordFolder, join(dataDir, RELEASES_FOLDER)]) mkdirSync(made, { recursive: true })
  for (const name of readdirSync(building))
    if (![folder, recordFolder].includes(join(building, name)))
      rmSync(join(building, name), { recursive: true, force: true })
  return { folder, recordFolder }
}

/** Deletes left-overs of killed imports. Call only while holding the import lock. */
export function removeBuildingFolder(dataDir: string): void {
  rmSync(join(dataDir, BUILDING_FOLDER), { recursive: true, force: true })
  removeNeverPromoted(dataDir)
}

export interface Publication {
  /** ids of retired releases that were deleted */
  removed: string[]
  /** sentences about what failed after the release went live */
  problems: string[]
}

/** Publishes the files in `folder` as `release`. Throws only if it did not go live. */
export function publishRelease(
  dataDir: string,
  folder: string,
  release: ReleaseInfo,
  options: PublishOptions,
): Publication {
  const step = options.onStep ?? (() => {})
  const target = join(dataDir, RELEASES_FOLDER, release.id)
  if (existsSync(target))
    throw new ServiceError('invalid_input', `Release ${release.id} is already there: start the import again.`)
  for (const artifact of release.artifacts)
    if (artifact.file !== null) flushToDisk(findStored(folder, artifact)?.listPath ?? join(folder, artifact.file))
  step('flushed')
  writeDurably(join(folder, MANIFEST_FILE), toManifestText(release))
  flushToDisk(folder)
  step('manifest_written')
  options.confirm()
  moveDurably(folder, target)
  step('moved')
  let pointer: LivePointer
  try {
    pointer = promoteRelease(dataDir, release.id, options.nowMs, () => step('pointer_written'))
  } catch (thrown) {
    rmSync(target, { recursive: true, force: true })
    throw thrown
  }
  step('promoted')
  const publication: Publication = { removed: [], problems: [] }
  attempt(publication, 'The new pointer could not be flushed to the disk', () => flushToDisk(dataDir))
  const { removed, problems } = removeRetired(dataDir, pointer, options)
  publication.removed.push(...removed)
  publication.problems.push(...problems)
  step('retired_removed')
  return publication
}

/** Makes a complete release live by one rename of the pointer. Throws if it did not go live. */
export function promoteRelease(dataDir: string, id: string, nowMs: number, onDraft = () => {}): LivePointer {
  const pointer = nextPointer(dataDir, id, nowMs)
  const draft = join(dataDir, `${POINTER_FILE}.tmp`)
  try {
    rmSync(draft, { force: true })
    writeDurably(draft, toPointerText(pointer))
    onDraft()
    renameSync(draft, join(dataDir, POINTER_FILE))
  } catch (thrown) {
    rmSync(draft, { force: true })
    throw thrown
  }
  return pointer
}

/** Deletes retired releases beyond `keep`, except those that retired a moment ago. */
export function removeRetired(
  dataDir: string,
  pointer: LivePointer,
  options: Pick<PublishOptions, 'keep' | 'nowMs'>,
): Publication {
  const publication: Publication = { removed: [], problems: [] }
  const there = new Set(listReleaseFolders(dataDir))
  for (const id of listRemovable(pointer, options)) {
    if (!there.has(id)) continue
    attempt(publication, `The retired release ${id} could not be removed`, () => {
      rmSync(join(dataDir, RELEASES_FOLDER, id), { recursive: true, force: true })
      publication.removed.push(id)
    })
  }
  return publication
}

function attempt({ problems }: Publication, what: string, act: () => void): void {
  try {
    act()
  } catch (thrown) {
    problems.push(`${what} (${(thrown as Error).message}).`)
  }
}

function nextPointer(dataDir: string, id: string, nowMs: number): LivePointer {
  const now = new Date(nowMs).toISOString()
  return { schema: 'waypost-live/1', release: id, promotedAt: now, retired: retiredBy(dataDir, id, now) }
}

/** The releases that retire when `id` goes live, newest first; only those whose folders exist. */
function retiredBy(dataDir: string, id: string, now: string): LivePointer['retired'] {
  const there = new Set(listReleaseFolders(dataDir))
  there.delete(id)
  let before: LivePointer | null
  try {
    before = findPointer(dataDir)
  } catch {
    // a damaged pointer: a server may be serving any complete release, so all of them retire now
    return listWholeReleases(dataDir, { mayBeStored: true })
      .reverse()
      .filter((release) => there.has(release.id))
      .map((release) => ({ release: release.id, promotedAt: null, retiredAt: now }))
  }
  if (before === null) return []
  const retired = [{ release: before.release, promotedAt: before.promotedAt, retiredAt: now }, ...before.retired]
  return retired.filter(({ release }) => there.delete(release))
}

function listRemovable(pointer: LivePointer, { keep, nowMs }: Pick<PublishOptions, 'keep' | 'nowMs'>): string[] {
  return pointer.retired
    .slice(keep)
    .filter(({ retiredAt }) => nowMs - Date.parse(retiredAt) >= RETIRE_GRACE_S * 1000)
    .map(({ release }) => release)
}

/** Deletes folders that an import moved into place before it was killed: nobody can be using them. */
function removeNeverPromoted(dataDir: string): void {
  let pointer: LivePointer | null
  try {
    pointer = findPointer(dataDir)
  } catch {
    return // it is unknown which ones were live: keep them all
  }
  if (pointer === null) return // a first import, or the pointer was deleted: deleting folders could lose releases
  const known = new Set([pointer.release, ...pointer.retired.map(({ release }) => release)])
  for (const id of listReleaseFolders(dataDir)) {
    if (!known.has(id)) rmSync(join(dataDir, RELEASES_FOLDER, id), { recursive: true, force: true })
  }
}
