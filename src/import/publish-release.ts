// Makes a built folder the live release, in an order in which a kill at any moment leaves the old one live: files and
// manifest are flushed, the folder is moved into releases/ by one rename, and only then one rename of the small pointer
// file `live.json` makes it live. Retired releases beyond `keep` are deleted last, never the live one and never one
// retired less than RETIRE_GRACE_S ago, so that running servers can finish with it. Never changes a published file.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../errors.ts'
import { doMeet } from '../geo/split-box.ts'
import {
  findPointer,
  findStored,
  listReleaseFolders,
  listWholeReleases,
  readRelease,
} from '../releases/read-release.ts'
import {
  MANIFEST_FILE,
  POINTER_FILE,
  RELEASES_FOLDER,
  toManifestText,
  toPointerText,
  type LivePointer,
} from '../releases/release-manifest.ts'
import type { ReleaseInfo, ReadStored } from '../releases/release-info.ts'
import { flushToDisk, moveDurably, writeDurably } from './durable-files.ts'
import { toCount, type Progress } from './progress-bar.ts'
import { CATALOGUE_FILE } from './release-files.ts'
import { tryRelease } from './try-release.ts'

export const BUILDING_FOLDER = 'building'
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

/** What is compared, by its key in the counts of a release. */
const JUDGED: Readonly<Record<string, string>> = {
  edges: 'edges',
  places: 'named places',
  namedTrails: 'signed trails',
  outdoorPlaces: 'outdoor places',
  withHeight: 'points with a height',
  terrainTiles: 'terrain tiles',
  basemapTiles: 'basemap tiles',
}
/** Counts below this in the live release are too small to compare. */
const FEWEST = 20

export interface Comparison {
  what: string
  live: number
  built: number
}

/**
 * Decides whether a built release may replace the live one, by comparing their counts. A region that lost more than a
 * set share of anything is assumed to have faulty files. Only releases of the same region are compared: synthetic and
 * real ones, and regions that do not touch, are unrelated. Pure. Counts of both releases if both have them; empty if
 * the two are not of the same region.
 */
export function compareReleases(live: ReleaseInfo | null, built: ReleaseInfo): Comparison[] {
  if (live === null || live.synthetic !== built.synthetic || !doMeet(live.bbox, built.bbox, { beyondEdges: true }))
    return []
  return Object.entries(JUDGED).flatMap(([key, what]) => {
    const [before, now] = [live.counts[key], built.counts[key]]
    return before === undefined || now === undefined ? [] : [{ what, live: before, built: now }]
  })
}

/** Throws ServiceError `invalid_input` if a count fell by more than `maxShrink` (0..1). */
export function refuseShrinkage(comparisons: readonly Comparison[], maxShrink: number): void {
  const lost = comparisons.filter(({ live, built }) => live >= FEWEST && built < live * (1 - maxShrink))
  if (lost.length === 0) return
  const listed = lost.map(({ what, live, built }) => `${toCount(built)} ${what} instead of ${toCount(live)}`)
  throw new ServiceError(
    'invalid_input',
    `The release would shrink by more than ${Math.round(maxShrink * 100)} %: ${listed.join(', ')}. ` +
      'Check the files; where that is right, import again with --accept-shrink.',
  )
}

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

/**
 * The last steps of every release that is to go live, wherever it came from: it is judged beside the live one, must
 * answer its canaries, is loaded into the database if there is one, and published. Publishes a release that was
 * checked. Throws only if it did not go live.
 */
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

/**
 * Releases and snow are named by the second in which they were made: waits for one whose name is free. The first second
 * from a time on whose name is not taken, as its time.
 */
export async function freeSecond(isTaken: (at: Date) => boolean, fromMs: number): Promise<Date> {
  let at = new Date(fromMs)
  while (isTaken(at)) {
    const leftMs = 1000 - (at.getTime() % 1000)
    await sleep(leftMs)
    at = new Date(at.getTime() + leftMs)
  }
  return at
}
