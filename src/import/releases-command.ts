// `npm run releases`: lists what is published in a data folder, rolls back to an earlier release, prunes what is not
// needed, and moves releases between data folders through a store. A change is one rename of the pointer, under the
// import lock; running servers apply it within seconds. With DATABASE_URL the places of the database are changed too.

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { ServiceError } from '../errors.ts'
import { findPointer, listReleaseFolders } from '../releases/read-release.ts'
import type { LivePointer } from '../releases/release-manifest.ts'
import type { ReadStored } from '../releases/release-info.ts'
import { BlockReader } from '../storage/objects/block-reader.ts'
import { openStore } from '../storage/objects/open-store.ts'
import { checkRelease } from './go-live.ts'
import { toFailureText } from './import-failure.ts'
import { takeImportLock, type ImportLock } from './import-lock.ts'
import { inDataFolder } from '../config/data-folder.ts'
import { readDatabaseUrl, runMain } from './import-osm.ts'
import { listReleases } from './list-releases.ts'
import { createProgress, type Progress, type ProgressOutput } from './progress-bar.ts'
import { promoteHere, publishPulled, rollBack, type PromoteOptions } from './promote-release.ts'
import { removeBuildingFolder, removeRetired } from './publish-release.ts'
import { fetchRelease, removePulled, type PullOptions } from './pull-release.ts'
import { pushRelease } from './push-release.ts'
import { parseReleasesArguments, RELEASES_HELP, type ReleasesArguments } from './releases-arguments.ts'
import { rollOut } from './roll-out.ts'
import { findWanted, type ReleaseShelf } from './stored-release.ts'

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
