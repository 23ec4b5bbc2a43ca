// The releases that the server serves: the live one and the retired ones still kept, read from the data folder and
// watched, so that a new release goes live without a restart. If the pointer or the newest folder is damaged, it keeps
// what it has (at startup: the newest complete release), reports each problem once through `onProblem`, and tries again
// every second.
// Never writes, never throws once opened, and never returns a path outside its releases.

import { existsSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ReleaseInfo, ReleaseService } from '../release-info.ts'
import { findPointer, listWholeReleases, readRelease } from './read-release.ts'
import { MANIFEST_FILE, POINTER_FILE, RELEASES_FOLDER, type LivePointer } from './release-manifest.ts'

const POLL_MS = 1000

export interface ReleaseStoreOptions {
  /** how many retired releases stay readable beside the live one */
  keep: number
  /** called with one sentence per problem found, e.g. for the log */
  onProblem?: (sentence: string) => void
  /** interval between checks of the pointer, for tests */
  pollMs?: number
}

export type ReleaseListener = (live: ReleaseInfo, before: ReleaseInfo | null) => void

export interface ReleaseStore extends ReleaseService {
  /** True if the data folder contains no release at all, damaged or not: a first start. */
  isEmpty(): boolean
  /** Calls back when another release goes live; returns a function that stops it. */
  onChange(listener: ReleaseListener): () => void
  /** Checks now instead of at the next second. */
  refresh(): void
  close(): void
}

/** Opens the releases of `dataDir`, which need not exist yet. Does not throw if its content is damaged. */
export function openReleaseStore(dataDir: string, options: ReleaseStoreOptions): ReleaseStore {
  const root = resolve(dataDir)
  const listeners = new Set<ReleaseListener>()
  const problems = new Map<string, string>()
  let kept: ReleaseInfo[] = []
  let seen = ''
  let watcher: FSWatcher | null = null

  /** Reports a problem of one kind when it appears or changes; null: it is resolved. */
  const report = (kind: string, sentence: string | null): void => {
    if (sentence !== null && problems.get(kind) !== sentence) options.onProblem?.(sentence)
    if (sentence === null) problems.delete(kind)
    else problems.set(kind, sentence)
  }

  const takeUp = (): void => {
    let pointer: LivePointer | null = null
    try {
      pointer = findPointer(root)
      if (pointer !== null) {
        const live = readRelease(root, pointer.release, pointer.promotedAt)
        report('pointer', null)
        adopt([live, ...retiredOf(pointer, live.id)])
        return
      }
      if (kept.length > 0)
        report(
          'pointer',
          `${POINTER_FILE} is gone from the data folder: still serving ${kept[0].id}. Run the import again.`,
        )
    } catch (thrown) {
      if (kept.length === 0) adopt(wholeReleases(pointer))
      const instead = kept.length === 0 ? 'nothing can be served' : `serving ${kept[0].id}`
      report(
        'pointer',
        `The newest release cannot be served: ${(thrown as Error).message}. Instead ${instead}. Run the import again.`,
      )
    }
  }

  const retiredOf = (pointer: LivePointer, liveId: string): ReleaseInfo[] => {
    const retired: ReleaseInfo[] = []
    for (const { release, promotedAt } of pointer.retired) {
      if (retired.length >= options.keep) break
      if (release === liveId) continue
      try {
        retired.push(readRelease(root, release, promotedAt))
      } catch {
        // a retired release that was deleted or damaged is no longer kept
      }
    }
    return retired
  }

  /** What to serve if the pointer's own release cannot be: the retired ones it names, else any complete release. */
  const wholeReleases = (pointer: LivePointer | null): ReleaseInfo[] => {
    const named = pointer === null ? [] : retiredOf(pointer, pointer.release)
    return (named.length > 0 ? named : listWholeReleases(root).reverse()).slice(0, options.keep + 1)
  }

  const adopt = (releases: ReleaseInfo[]): void => {
    const before = kept[0] ?? null
    kept = releases
    const live = kept[0]
    if (live === undefined || live.id === before?.id) return
    for (const listener of listeners) {
      try {
        listener(live, before)
      } catch (thrown) {
        options.onProblem?.(`Taking up release ${live.id} failed: ${(thrown as Error).message}`)
      }
    }
  }

  const refresh = (): void => {
    try {
      const stamp = stampOf(join(root, POINTER_FILE))
      if (stamp !== seen || problems.has('pointer')) {
        seen = stamp
        takeUp()
      }
      const live = kept[0]
      const gone = live !== undefined && !existsSync(join(root, RELEASES_FOLDER, live.id, MANIFEST_FILE))
      report(
        'folder',
        gone
          ? `The folder of the live release ${live.id} was removed from ${RELEASES_FOLDER}/: what is in memory is still served, its files are not. Run the import again.`
          : null,
      )
      watcher ??= watchFolder(root, refresh)
    } catch (thrown) {
      report('look', `The data folder cannot be checked: ${(thrown as Error).message}`)
    }
  }

  refresh()
  const timer = setInterval(refresh, options.pollMs ?? POLL_MS)
  timer.unref()

  return {
    findLive: () => kept[0] ?? null,
    listKept: () => [...kept],
    findArtifactFile(artifact, version) {
      for (const release of kept) {
        const match = release.artifacts.find(
          (candidate) => candidate.name === artifact && candidate.version === version,
        )
        if (match === undefined || match.file === null) continue
        const path = join(root, RELEASES_FOLDER, release.id, match.file)
        if (existsSync(path)) return path
      }
      return null
    },
    isEmpty: () => kept.length === 0 && problems.size === 0,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh,
    close() {
      clearInterval(timer)
      watcher?.close()
      listeners.clear()
    },
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
