// The releases that the server serves: the live one and the retired ones still kept, read from the data folder and
// watched, so that a new release goes live without a restart. If the pointer or the newest folder is damaged, it keeps
// what it has (at startup: the newest complete release), reports each problem once through `onProblem`, and tries again
// every second.
// Never writes, never throws once opened, and never returns a path outside its releases.

import { existsSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FilePlace, ReleaseInfo, ReleaseService, StoredPlace } from './release-info.ts'
import { findPointer, findStored, listWholeReleases, readRelease, type ReadOptions } from './read-release.ts'
import { MANIFEST_FILE, POINTER_FILE, RELEASES_FOLDER, type LivePointer } from './release-manifest.ts'

const POLL_MS = 1000

export interface ReleaseStoreOptions {
  /** how many retired releases stay readable beside the live one */
  keep: number
  /** called with one sentence per problem found, e.g. for the log */
  onProblem?: (sentence: string) => void
  /** whether files of a release may be in a store; default no */
  mayBeStored?: boolean
  /** interval between checks of the pointer, for tests */
  pollMs?: number
}

export type ReleaseListener = (live: ReleaseInfo, before: ReleaseInfo | null) => void

export interface ReleaseStore extends ReleaseService {
  /** True if the data folder contains no release at all, damaged or not: a first start. */
  isEmpty(): boolean
  /** The files of the live release that are in a store. */
  listStored(): StoredPlace[]
  /** Calls back when another release goes live; returns a function that stops it. */
  onChange(listener: ReleaseListener): () => void
  /** Checks now instead of at the next second. */
  refresh(): void
  close(): void
}

/** Opens the releases of `dataDir`, which need not exist yet. Does not throw if its content is damaged. */
export function openReleaseStore(dataDir: string, options: ReleaseStoreOptions): ReleaseStore {
  return new WatchedReleases(resolve(dataDir), options)
}

class WatchedReleases implements ReleaseStore {
  readonly #root: string
  readonly #options: ReleaseStoreOptions
  readonly #reading: ReadOptions
  readonly #listeners = new Set<ReleaseListener>()
  readonly #problems = new Map<string, string>()
  readonly #timer: NodeJS.Timeout
  #kept: ReleaseInfo[] = []
  #seen = ''
  #watcher: FSWatcher | null = null

  constructor(root: string, options: ReleaseStoreOptions) {
    this.#root = root
    this.#options = options
    this.#reading = { mayBeStored: options.mayBeStored ?? false }
    this.refresh()
    this.#timer = setInterval(() => this.refresh(), options.pollMs ?? POLL_MS)
    this.#timer.unref()
  }

  findLive(): ReleaseInfo | null {
    return this.#kept[0] ?? null
  }

  listKept(): ReleaseInfo[] {
    return [...this.#kept]
  }

  findArtifactFile(artifact: string, version: string): string | null {
    for (const release of this.#kept) {
      const match = release.artifacts.find((candidate) => candidate.name === artifact && candidate.version === version)
      if (match === undefined || match.file === null) continue
      const path = join(this.#root, RELEASES_FOLDER, release.id, match.file)
      if (existsSync(path)) return path
    }
    return null
  }

  findArtifactPlace(artifact: string, version: string): FilePlace | null {
    const path = this.findArtifactFile(artifact, version)
    if (path !== null || !this.#reading.mayBeStored) return path
    for (const release of this.#kept) {
      const match = release.artifacts.find((candidate) => candidate.name === artifact && candidate.version === version)
      if (match === undefined) continue
      const stored = findStored(join(this.#root, RELEASES_FOLDER, release.id), match)
      if (stored !== null) return stored
    }
    return null
  }

  listStored(): StoredPlace[] {
    const live = this.#kept[0]
    if (live === undefined || !this.#reading.mayBeStored) return []
    const folder = join(this.#root, RELEASES_FOLDER, live.id)
    return live.artifacts.map((artifact) => findStored(folder, artifact)).filter((place) => place !== null)
  }

  isEmpty(): boolean {
    return this.#kept.length === 0 && this.#problems.size === 0
  }

  onChange(listener: ReleaseListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  refresh(): void {
    try {
      const stamp = stampOf(join(this.#root, POINTER_FILE))
      if (stamp !== this.#seen || this.#problems.has('pointer')) {
        this.#seen = stamp
        this.#takeUp()
      }
      const live = this.#kept[0]
      const gone = live !== undefined && !existsSync(join(this.#root, RELEASES_FOLDER, live.id, MANIFEST_FILE))
      this.#report(
        'folder',
        gone
          ? `The folder of the live release ${live.id} was removed from ${RELEASES_FOLDER}/: what is in memory is still served, its files are not. Run the import again.`
          : null,
      )
      this.#watcher ??= watchFolder(this.#root, () => this.refresh())
    } catch (thrown) {
      this.#report('look', `The data folder cannot be checked: ${(thrown as Error).message}`)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#watcher?.close()
    this.#listeners.clear()
  }

  /** Reports a problem of one kind when it appears or changes; null: it is resolved. */
  #report(kind: string, sentence: string | null): void {
    if (sentence !== null && this.#problems.get(kind) !== sentence) this.#options.onProblem?.(sentence)
    if (sentence === null) this.#problems.delete(kind)
    else this.#problems.set(kind, sentence)
  }

  #takeUp(): void {
    let pointer: LivePointer | null = null
    try {
      pointer = findPointer(this.#root)
      if (pointer !== null) {
        const live = readRelease(this.#root, pointer.release, pointer.promotedAt, this.#reading)
        this.#report('pointer', null)
        this.#adopt([live, ...this.#retiredOf(pointer, live.id)])
        return
      }
      if (this.#kept.length > 0)
        this.#report(
          'pointer',
          `${POINTER_FILE} is gone from the data folder: still serving ${this.#kept[0].id}. Run the import again.`,
        )
    } catch (thrown) {
      if (this.#kept.length === 0) this.#adopt(this.#wholeReleases(pointer))
      const instead = this.#kept.length === 0 ? 'nothing can be served' : `serving ${this.#kept[0].id}`
      this.#report(
        'pointer',
        `The newest release cannot be served: ${(thrown as Error).message}. Instead ${instead}. Run the import again.`,
      )
    }
  }

  #retiredOf(pointer: LivePointer, liveId: string): ReleaseInfo[] {
    const retired: ReleaseInfo[] = []
    for (const { release, promotedAt } of pointer.retired) {
      if (retired.length >= this.#options.keep) break
      if (release === liveId) continue
      try {
        retired.push(readRelease(this.#root, release, promotedAt, this.#reading))
      } catch {
        // a retired release that was deleted or damaged is no longer kept
      }
    }
    return retired
  }

  /** What to serve if the pointer's own release cannot be: the retired ones it names, else any complete release. */
  #wholeReleases(pointer: LivePointer | null): ReleaseInfo[] {
    const named = pointer === null ? [] : this.#retiredOf(pointer, pointer.release)
    return (named.length > 0 ? named : listWholeReleases(this.#root, this.#reading).reverse()).slice(
      0,
      this.#options.keep + 1,
    )
  }

  #adopt(releases: ReleaseInfo[]): void {
    const before = this.#kept[0] ?? null
    this.#kept = releases
    const live = this.#kept[0]
    if (live === undefined || live.id === before?.id) return
    for (const listener of this.#listeners) {
      try {
        listener(live, before)
      } catch (thrown) {
        this.#options.onProblem?.(`Taking up release ${live.id} failed: ${(thrown as Error).message}`)
      }
    }
  }
}

/** Changes whenever the pointer file is replaced: it is renamed into place, so the inode differs. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? 'none' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`
}

/**
 * Only speeds up detection; polling finds changes anyway. Returns null if the folder is missing or cannot be watched.
 */
function watchFolder(folder: string, onNews: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || name === POINTER_FILE) onNews()
    })
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
