// `npm run releases`: lists what is published in a data folder, rolls back to an earlier release, prunes what is not
// needed, and moves releases between data folders through a store. A change is one rename of the pointer, under the
// import lock; running servers apply it within seconds. With DATABASE_URL the places of the database are changed too.

import { mkdirSync, createReadStream } from 'node:fs'
import { resolve, join } from 'node:path'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../errors.ts'
import { findPointer, listReleaseFolders, readRelease } from '../releases/read-release.ts'
import { type LivePointer, RELEASES_FOLDER, toManifestText } from '../releases/release-manifest.ts'
import type { ReadStored, ReleaseInfo } from '../releases/release-info.ts'
import { BlockReader } from '../storage/objects/block-reader.ts'
import { openStore } from '../storage/objects/open-store.ts'
import { inDataFolder } from '../config/data-folder.ts'
import { withTries, writeBytes } from '../storage/objects/object-store.ts'
import { blocksKey, listBlocks, listPieces } from '../storage/objects/stored-files.ts'
import { toFailureText } from './import-failure.ts'
import { takeImportLock, type ImportLock } from './import-lock.ts'
import { readDatabaseUrl, runMain } from './import-osm.ts'
import { createProgress, type Progress, type ProgressOutput, toCount, toSize } from './progress-bar.ts'
import { promoteHere, publishPulled, rollBack, type PromoteOptions } from './promote-release.ts'
import { checkRelease, removeBuildingFolder, removeRetired } from './publish-release.ts'
import { fetchRelease, removePulled, type PullOptions } from './pull-release.ts'
import { parseReleasesArguments, RELEASES_HELP, type ReleasesArguments } from './releases-arguments.ts'
import { rollOut } from './roll-out.ts'
import {
  findWanted,
  type ReleaseShelf,
  isReadByRanges,
  listStoredFiles,
  writeStored,
  type ReleaseFile,
} from './stored-release.ts'

const CHUNK_BYTES = 1 << 20

/**
 * `npm run releases -- push`: sends a release of the data folder to a store. Each file is read twice: to see that it is
 * what its manifest says, and to be sent. Of a file that servers may read by ranges a list of its blocks is sent too,
 * and the hash of that list is in the manifest that the store gets. What the store has is not sent again, so a push
 * that was killed goes on where it was; the manifest comes last. The text to print. Throws ServiceError; then the store
 * has no manifest of it, or the one of before.
 */
async function pushRelease(
  shelf: ReleaseShelf,
  dataDir: string,
  id: string,
  progress: Progress,
  pieceBytes?: number,
): Promise<string> {
  const release = readWhole(dataDir, id)
  const files = listStoredFiles(release)
  const folder = join(dataDir, RELEASES_FOLDER, id)
  progress.begin('push', 'check the files')
  const lists = new Map<string, Buffer>()
  for (const one of files) {
    const path = join(folder, one.file)
    await confirmHash(path, one)
    if (isReadByRanges(one.file)) lists.set(one.file, await listBlocks(reading(path, 0, one.bytes)))
  }
  progress.begin('push', 'send')
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const done = { bytes: 0, sentBytes: 0 }
  for (const one of files) {
    for (const { key, fromByte, bytes } of listPieces(one, pieceBytes)) {
      if ((await withTries(() => shelf.store.findBytes(key))) !== bytes) {
        const open = () => reading(join(folder, one.file), fromByte, bytes)
        await withTries(() => shelf.store.write(key, { bytes, open }))
        done.sentBytes += bytes
      }
      done.bytes += bytes
      progress.report(done.bytes, totalBytes, 'bytes')
    }
    const list = lists.get(one.file)
    if (list !== undefined) await withTries(() => writeBytes(shelf.store, blocksKey(one.sha256), list))
  }
  await writeStored(shelf, id, toManifestText(withBlocks(release, lists)))
  progress.end()
  const thereBytes = totalBytes - done.sentBytes
  return `${id} is in ${shelf.store.name}: ${toSize(done.sentBytes)} sent, ${toSize(thereBytes)} were there.`
}

function withBlocks(release: ReleaseInfo, lists: ReadonlyMap<string, Buffer>): ReleaseInfo {
  const artifacts = release.artifacts.map((artifact) => {
    const list = lists.get(artifact.file ?? '')
    return list === undefined ? artifact : { ...artifact, blocksSha256: sha256Of(list) }
  })
  return { ...release, artifacts }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function readWhole(dataDir: string, id: string): ReleaseInfo {
  try {
    return readRelease(dataDir, id, null)
  } catch (cause) {
    throw new ServiceError('invalid_input', `${id} cannot be pushed: ${(cause as Error).message}.`, { cause })
  }
}

async function confirmHash(path: string, { file, sha256 }: ReleaseFile): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash)
  if (hash.digest('hex') !== sha256)
    throw new ServiceError('invalid_input', `${file} is not what its manifest says: it was changed or is damaged.`)
}

function reading(path: string, fromByte: number, bytes: number): AsyncIterable<Uint8Array> {
  if (bytes === 0) return (async function* () {})()
  return createReadStream(path, { start: fromByte, end: fromByte + bytes - 1, highWaterMark: CHUNK_BYTES })
}

/** For the canaries of a release that is read from a store. */
const CACHE_BYTES = 16_777_216

export interface ReleasesOptions extends PullOptions {
  nowMs?: number
  /** for progress */
  output?: ProgressOutput
  /** of /readyz, between two questions */
  pollMs?: number
  stallMs?: number
}

/** One run of the command. */
interface Run {
  args: ReleasesArguments
  dataDir: string
  environment: Record<string, string | undefined>
  options: ReleasesOptions
  progress: Progress
}

/** Returns the text to print. Throws ServiceError with one sentence. */
export async function runReleasesCommand(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  options: ReleasesOptions = {},
): Promise<string> {
  const args = parseReleasesArguments(argv, environment)
  if (args === null) return RELEASES_HELP
  const progress = createProgress(options.output ?? { write: () => {} })
  const run = { args, dataDir: resolve(args.dataDir), environment, options, progress }
  switch (args.action) {
    case 'list':
      return listReleases(run.dataDir, readPointer(run.dataDir), args.json)
    case 'rollback': {
      const pointer = readPointer(run.dataDir)
      const id = chooseRetired(pointer, args.id)
      return locked(run, (lock) => rollBack(run.dataDir, pointer, id, toPromoteOptions(run, lock), progress))
    }
    case 'prune': {
      const pointer = readPointer(run.dataDir)
      return locked(run, async () => prune(run, pointer))
    }
    case 'push':
      return pushRelease(
        openShelf(run),
        run.dataDir,
        args.id ?? readPointer(run.dataDir).release,
        progress,
        options.pieceBytes,
      )
    case 'pull':
      return pull(run)
    case 'promote':
      return promote(run, args.id!)
    case 'follow':
      return follow(run)
  }
}

async function pull(run: Run): Promise<string> {
  const { args, dataDir, progress } = run
  const shelf = openShelf(run)
  const id = args.id ?? (await findWanted(shelf, 'newest'))?.release
  if (id === undefined) throw mistake(`Nothing was pushed to ${shelf.store.name} yet.`)
  if (listKnown(dataDir).includes(id)) return `${id} is here already: see npm run releases -- list.`
  return locked(run, async (lock) => {
    const promoteOptions = toPromoteOptions(run, lock)
    const pulled = await fetchRelease(shelf, dataDir, id, progress, toPullOptions(run))
    await checkRelease(dataDir, pulled.folder, pulled.release, promoteOptions, progress)
    if (args.isLive) return publishPulled(dataDir, pulled, promoteOptions, progress)
    progress.end()
    return `${id} is here and answers. It is not live: npm run releases -- promote ${id}`
  })
}

async function promote(run: Run, id: string): Promise<string> {
  const { args, dataDir, options, progress } = run
  if (args.servers !== null)
    return rollOut(openShelf(run), id, args.servers, {
      ...{ waitMs: args.waitMs, acceptShrink: args.acceptShrink, note: progress.note },
      ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
    })
  return locked(run, (lock) => promoteHere(dataDir, findOwnPointer(dataDir), id, toPromoteOptions(run, lock), progress))
}

/** What the store wants of this server, done. */
async function follow(run: Run): Promise<string> {
  const { args, dataDir, progress } = run
  const shelf = openShelf(run)
  const wanted = await findWanted(shelf, `wanted/${args.as}`)
  if (wanted === null) return `Nothing is wanted of ${args.as} in ${shelf.store.name} yet.`
  const id = wanted.release
  const pointer = findOwnPointer(dataDir)
  if (pointer?.release === id) return `${id} is live, as wanted.`
  return locked(run, async (lock) => {
    const promoteOptions = { ...toPromoteOptions(run, lock), acceptShrink: wanted.acceptShrink }
    if (listKnown(dataDir).includes(id)) return promoteHere(dataDir, pointer, id, promoteOptions, progress)
    const pulled = await fetchRelease(shelf, dataDir, id, progress, toPullOptions(run))
    await checkRelease(dataDir, pulled.folder, pulled.release, promoteOptions, progress)
    return publishPulled(dataDir, pulled, promoteOptions, progress)
  })
}

function prune({ args, dataDir, options }: Run, pointer: LivePointer): string {
  removeBuildingFolder(dataDir)
  removePulled(dataDir)
  const { removed, problems } = removeRetired(dataDir, pointer, {
    keep: args.keep,
    nowMs: options.nowMs ?? Date.now(),
  })
  return [removed.length === 0 ? 'Nothing to remove.' : `Removed: ${removed.join(', ')}.`, ...problems].join('\n')
}

function chooseRetired(pointer: LivePointer, wanted: string | undefined): string {
  const id = wanted ?? pointer.retired[0]?.release
  if (id === undefined) throw mistake('There is no release before the live one: see npm run releases -- list.')
  if (id === pointer.release) throw mistake(`${id} is live already.`)
  if (!pointer.retired.some(({ release }) => release === id))
    throw mistake(`There is no retired release "${id}": see npm run releases -- list.`)
  return id
}

async function locked(run: Run, work: (lock: ImportLock) => Promise<string>): Promise<string> {
  return inDataFolder(run.dataDir, () => underLock(run, work))
}

async function underLock(run: Run, work: (lock: ImportLock) => Promise<string>): Promise<string> {
  mkdirSync(run.dataDir, { recursive: true })
  const lock = takeImportLock(run.dataDir)
  try {
    return await work(lock)
  } finally {
    lock.release()
  }
}

function toPromoteOptions({ args, environment, options }: Run, lock: ImportLock): PromoteOptions {
  return {
    ...{ keep: args.keep, maxShrink: args.maxShrink, acceptShrink: args.acceptShrink },
    nowMs: options.nowMs ?? Date.now(),
    confirm: () => lock.confirm(),
    databaseUrl: args.region === '' ? readDatabaseUrl(environment) : null,
    ...(args.artifactUrl === '' ? {} : { readStored: readFrom(args.artifactUrl, environment) }),
  }
}

function toPullOptions({ args, options }: Run): PullOptions {
  return { ...options, readsRanges: args.artifactUrl !== '' }
}

function readFrom(address: string, environment: Run['environment']): ReadStored {
  const reader = new BlockReader(openStore(address, environment), { cacheBytes: CACHE_BYTES })
  return (...range) => reader.read(...range)
}

function openShelf({ args, environment, options }: Run): ReleaseShelf {
  if (args.store === '') throw mistake('No store is named: give --store or set RELEASE_STORE.')
  return {
    store: openStore(args.store, environment, options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
    region: args.region,
  }
}

/** Ids of the releases that are or were live here. */
function listKnown(dataDir: string): string[] {
  const pointer = findOwnPointer(dataDir)
  return pointer === null ? [] : [pointer.release, ...pointer.retired.map(({ release }) => release)]
}

function readPointer(dataDir: string): LivePointer {
  const pointer = findOwnPointer(dataDir)
  if (pointer === null) throw mistake(`Nothing is published in ${dataDir}: name the data folder with --data.`)
  return pointer
}

/** Lists retired releases only if their folders still exist. Null if nothing is published. */
function findOwnPointer(dataDir: string): LivePointer | null {
  try {
    const pointer = findPointer(dataDir)
    if (pointer === null) return null
    const there = new Set(listReleaseFolders(dataDir))
    return { ...pointer, retired: pointer.retired.filter(({ release }) => there.has(release)) }
  } catch (thrown) {
    throw mistake(`${(thrown as Error).message}: run the import again.`, thrown)
  }
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}

/** Runs the command; returns the exit status. */
async function main(): Promise<number> {
  try {
    process.stdout.write(
      `${await runReleasesCommand(process.argv.slice(2), process.env, { output: process.stderr })}\n`,
    )
    return 0
  } catch (thrown) {
    const { sentence, stack } = toFailureText(thrown, null, 'the data folder')
    process.stderr.write(`${sentence.replace(/ Nothing was published\.$/, '')}\n${stack ?? ''}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await runMain(main)

/** What `npm run releases -- list` prints: the live release and the retired ones, with counts and sizes. */
function listReleases(dataDir: string, pointer: LivePointer, asJson: boolean): string {
  const rows = [
    { id: pointer.release, state: 'live', promotedAt: pointer.promotedAt as string | null },
    ...pointer.retired.map(({ release, promotedAt }) => ({ id: release, state: 'retired', promotedAt })),
  ].map((row) => {
    try {
      const { counts, artifacts } = readRelease(dataDir, row.id, row.promotedAt, { mayBeStored: true })
      const bytes = artifacts.reduce((sum, artifact) => sum + (artifact.bytes ?? 0), 0)
      return { ...row, bytes: bytes as number | null, counts, problem: null as string | null }
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      return { ...row, bytes: null, counts: {}, problem: thrown.message }
    }
  })
  if (asJson) return JSON.stringify(rows, null, 2)
  const known = new Set(rows.map(({ id }) => id))
  const others = listReleaseFolders(dataDir).filter((id) => !known.has(id))
  const lines = rows.map(({ id, state, promotedAt, bytes, counts, problem }) => {
    const what =
      problem ?? `${toSize(bytes ?? 0)}, ${toCount(counts.edges ?? 0)} edges, ${toCount(counts.places ?? 0)} places`
    return `${state.padEnd(8)} ${id}  promoted ${promotedAt ?? 'at an unknown time'}  ${what}`
  })
  if (others.length > 0) lines.push(`never promoted, prune removes them: ${others.join(', ')}`)
  return lines.join('\n')
}
