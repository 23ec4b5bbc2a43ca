// The regions of a data folder: that of the folder itself, as ever, and one for each folder in `regions/`. Each has a
// release store of its own, so that a new release of one disturbs no other. A folder that appears is taken up while the
// server runs; one that disappears is served from memory until the server is restarted. Their releases are read as one.
// A made-up region (the demo) in the folder itself is not served beside others: its ids are invented.

import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openReleaseStore, type ReleaseStore, type ReleaseStoreOptions } from '../releases/release-store.ts'
import { REGION_NAME, REGIONS_FOLDER } from '../releases/read-release.ts'
import { boxOver } from '../geo/split-box.ts'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Box } from '../geo/lon-lat.ts'
import { joinStyles, readStyleArchive, type StyleArchive } from '../map/style/style-archive.ts'
import type { ArtifactInfo, RegionRelease, ReleaseInfo, ReleaseService } from '../releases/release-info.ts'
import type { RegionArea } from './region-area.ts'

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

/** Styles of regions that were live together lately, for pages that were loaded then. */
const MAX_STYLES = 8

export interface JointReleases extends ReleaseService {
  /** The styles over several regions by their version; null for any other. Throws RangeError if a file is damaged. */
  findJointStyles(version: string): StyleArchive | null
}

/**
 * The releases of several regions as one (decision: regions). With one region it is that region's own, unchanged. With
 * several the joint release has the box around all, everybody's attributions, and the artifacts of each region under
 * `NAME@REGION`; a plain `NAME` is the oldest of them, so that nothing seems fresher than it is.
 */
export function createJointReleases(regions: RegionSet): JointReleases {
  let made: ReleaseInfo | null = null
  let madeOf: readonly ReleaseInfo[] = []
  const styles = new LRUCache<string, { live: readonly RegionRelease[]; archive: StyleArchive | null }>({
    max: MAX_STYLES,
  })
  const listRegions = (): RegionRelease[] =>
    regions.list().map(({ name, releases }) => ({ region: name, release: releases.findLive()! }))
  const findFirst = <T>(find: (releases: ReleaseService) => T | null): T | null => {
    for (const { releases } of regions.list()) {
      const found = find(releases)
      if (found !== null) return found
    }
    return null
  }
  const findArtifactFile: ReleaseService['findArtifactFile'] = (name, version) =>
    findFirst((releases) => releases.findArtifactFile(name, version))
  return {
    findLive() {
      const live = listRegions()
      if (live.length < 2) return live[0]?.release ?? null
      const isSame = live.length === madeOf.length && live.every(({ release }, i) => release === madeOf[i])
      if (made === null || !isSame) {
        made = joinReleases(live)
        madeOf = live.map(({ release }) => release)
        const version = made.artifacts.find(({ name }) => name === STYLES)?.version
        if (version !== undefined) styles.set(version, { live, archive: null })
      }
      return made
    },
    listKept: () => regions.list().flatMap(({ releases }) => releases.listKept()),
    findArtifactFile,
    findArtifactPlace: (name, version) => findFirst((releases) => releases.findArtifactPlace(name, version)),
    listRegions,
    findJointStyles(version) {
      const known = styles.get(version)
      if (known === undefined) return null
      known.archive ??= joinStyles(
        known.live.flatMap(({ region, release }) => {
          const path = findArtifactFile(STYLES, versionOfStyles(release) ?? '')
          return path === null
            ? []
            : [{ region: region || release.id, archive: readStyleArchive(path), bounds: boundsOf(release) }]
        }),
        boxOver(known.live.map(({ release }) => release.bbox)),
      )
      return known.archive
    },
  }
}

export function areaOf(region: string, { name, bbox, core }: ReleaseInfo): RegionArea {
  return { name: region, title: region === '' ? name : region, bbox, core: core ?? null }
}

/** Of two releases and more. Pure. */
export function joinReleases(live: readonly RegionRelease[]): ReleaseInfo {
  const releases = live.map(({ release }) => release)
  const counts: Record<string, number> = {}
  for (const release of releases)
    for (const [what, count] of Object.entries(release.counts)) counts[what] = (counts[what] ?? 0) + count
  const example = releases.find((release) => release.example !== undefined)?.example
  return {
    id: `regions-${digestOf(releases.map(({ id, builtAt }) => [id, builtAt]))}`,
    name: live.map(({ region, release }) => region || release.name).join(', '),
    builtAt: latest(releases.map(({ builtAt }) => builtAt))!,
    promotedAt: latest(releases.map(({ promotedAt }) => promotedAt)),
    bbox: boxOver(releases.map(({ bbox }) => bbox)),
    synthetic: releases.every(({ synthetic }) => synthetic),
    attributions: [
      ...new Map(
        releases.flatMap(({ attributions }) => attributions).map((one) => [JSON.stringify(one), one]),
      ).values(),
    ],
    artifacts: joinArtifacts(live),
    counts,
    ...(example === undefined ? {} : { example }),
  }
}

function joinArtifacts(live: readonly RegionRelease[]): ArtifactInfo[] {
  const oldest = new Map<string, ArtifactInfo>()
  const each: ArtifactInfo[] = []
  for (const { region, release } of live) {
    for (const artifact of release.artifacts) {
      const { name } = artifact
      const known = oldest.get(name)
      if (known === undefined || isOlder(artifact, known)) oldest.set(name, artifact)
      each.push({ ...artifact, name: `${name}@${region || release.id}` })
    }
  }
  // where one region has none, the style of another is drawn alone
  const versions = live.map(({ release }) => versionOfStyles(release))
  if (!versions.includes(null))
    oldest.set(STYLES, {
      ...{ name: STYLES, file: null, sourceTs: null, bytes: null, sha256: null },
      version: `joint-${digestOf(live.map(({ region, release }, i) => [region, boundsOf(release), versions[i]]))}`,
    })
  return [...oldest.values(), ...each]
}

const STYLES = 'styles'

function versionOfStyles({ artifacts }: ReleaseInfo): string | null {
  return artifacts.find(({ name }) => name === STYLES)?.version ?? null
}

/** The box around the core. */
function boundsOf({ core, bbox }: ReleaseInfo): Box {
  if (core === undefined) return bbox
  const [lon, lat] = [0, 1].map((axis) => core.flatMap((ring) => ring.map((point) => point[axis])))
  return [
    lon.reduce((a, b) => Math.min(a, b)),
    lat.reduce((a, b) => Math.min(a, b)),
    lon.reduce((a, b) => Math.max(a, b)),
    lat.reduce((a, b) => Math.max(a, b)),
  ]
}

/** A date that is not known may be any. */
function isOlder(a: ArtifactInfo, b: ArtifactInfo): boolean {
  if (b.sourceTs === null) return false
  return a.sourceTs === null || Date.parse(a.sourceTs) < Date.parse(b.sourceTs)
}

function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((a, b) => (a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a), null)
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
