// The regions of a data folder: that of the folder itself, as ever, and one for each folder in `regions/`. Each has a
// release store of its own, so that a new release of one disturbs no other. A folder that appears is taken up while the
// server runs; one that disappears is served from memory until the server is restarted.
// A made-up region (the demo) in the folder itself is not served beside others: its ids are invented.

import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openReleaseStore, type ReleaseStore, type ReleaseStoreOptions } from '../releases/release-store.ts'
import { REGION_NAME, REGIONS_FOLDER } from '../releases/read-release.ts'

const POLL_MS = 1000

export interface Region {
  /** the name of its folder; empty for the data folder itself */
  name: string
  releases: ReleaseStore
}

export interface RegionSet {
  /** Those with a live release, the data folder's own first, then by name. */
  list(): readonly Region[]
  /** Calls back with each region, those there already at once. */
  onRegion(listener: (region: Region) => void): void
  /** True if there is no release at all, damaged or not: a first start. */
  isEmpty(): boolean
  /** Looks now instead of at the next second. */
  refresh(): void
  close(): void
}

/** Opens the regions of `dataDir`, which need not exist yet. Does not throw if its content is damaged. */
export function openRegionSet(dataDir: string, options: ReleaseStoreOptions): RegionSet {
  const root = resolve(dataDir)
  const own: Region = { name: '', releases: openReleaseStore(root, options) }
  const named = new Map<string, Region>()
  /** every request asks for them */
  let all: readonly Region[] = [own]
  const listeners: ((region: Region) => void)[] = []
  const reported = new Set<string>()
  const tellOnce = (sentence: string): void => {
    if (reported.has(sentence)) return
    reported.add(sentence)
    options.onProblem?.(sentence)
  }
  const look = (): void => {
    for (const name of listFolders(join(root, REGIONS_FOLDER), tellOnce)) {
      if (named.has(name)) continue
      const releases = openReleaseStore(join(root, REGIONS_FOLDER, name), {
        ...options,
        onProblem: (sentence) => options.onProblem?.(`Region ${name}: ${sentence}`),
      })
      const region: Region = { name, releases }
      named.set(name, region)
      all = [own, ...[...named.values()].sort((a, b) => (a.name < b.name ? -1 : 1))]
      for (const listener of listeners) listener(region)
    }
  }
  look()
  const timer = setInterval(look, options.pollMs ?? POLL_MS)
  timer.unref()
  return {
    list() {
      const live = all.filter(({ releases }) => releases.findLive() !== null)
      return live.length > 1 && own.releases.findLive()?.synthetic === true ? live.slice(1) : live
    },
    onRegion(listener) {
      listeners.push(listener)
      for (const region of all) listener(region)
    },
    isEmpty: () => all.every(({ releases }) => releases.isEmpty()),
    refresh() {
      look()
      for (const { releases } of all) releases.refresh()
    },
    close() {
      clearInterval(timer)
      for (const { releases } of all) releases.close()
    },
  }
}

function listFolders(folder: string, onProblem: (sentence: string) => void): string[] {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT')
      onProblem(`${REGIONS_FOLDER}/ cannot be read: ${(thrown as Error).message}`)
    return []
  }
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => {
      if (!REGION_NAME.test(name))
        onProblem(`${REGIONS_FOLDER}/${name} is not served: names have small letters, digits and hyphens, at most 40.`)
      return REGION_NAME.test(name)
    })
}
