// The demo region and Andorra, each imported once for a whole run of the tests by the real command: importing takes ten
// times as long as starting a server. Vitest's global set-up names the folder and, where all tests run, starts both
// imports beside the first files; otherwise the first test that needs a region makes it, and the others wait. The same
// holds for the bundled pages of the server.

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import { loadEmbedBundle, loadWebBundle } from '../../src/site/bundles.ts'

export type Region = 'demo' | 'andorra'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REAL_DATA = join(process.env.REAL_DATA_DIR ?? join(ROOT, '../shared/data'), 'andorra')
export const ANDORRA = {
  map: join(REAL_DATA, 'andorra-2025-01-19.osm.pbf'),
  heights: ['N42E001.hgt', 'N41E001.hgt'].map((name) => join(REAL_DATA, name)),
}
export const hasAndorra = [ANDORRA.map, ...ANDORRA.heights].every((path) => existsSync(path))

const COMMANDS: Record<Region, string[]> = {
  demo: ['src/import/import-demo.ts'],
  andorra: [
    'src/import/import-osm.ts',
    ANDORRA.map,
    ...ANDORRA.heights.flatMap((path) => ['--dem', path]),
    '--name',
    'andorra',
  ],
}
const FOLDER = 'WAYPOST_TEST_REGIONS'

/** Vitest's global set-up: a folder for this run, removed after it. */
export default function nameFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-regions-'))
  process.env[FOLDER] = folder
  const runsAll = process.argv.slice(2).every((word) => word === 'run' || word.startsWith('-'))
  const begun = runsAll ? [preparePages(), prepare('demo'), hasAndorra ? prepare('andorra') : null] : []
  return async () => {
    await Promise.allSettled(begun)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

export const isInRun = (): boolean => process.env[FOLDER] !== undefined

/** Fills an empty data folder with the demo region. Outside a run of the tests it is left to the server. */
export async function copyDemo(dataDir: string): Promise<void> {
  if (isInRun()) await copyRegion('demo', dataDir)
}

/** Fills an empty data folder with the release of a region. */
export async function copyRegion(region: Region, dataDir: string): Promise<void> {
  cpSync(await prepare(region), dataDir, { recursive: true })
}

export interface PreparedRelease {
  live: ReleaseInfo
  /** of its files, by the name of the artifact; to be read only */
  paths: Record<string, string>
  /** what the import said */
  stdout: string
}

/** The release of a region. */
export async function releaseOf(region: Region): Promise<PreparedRelease> {
  const dataDir = await prepare(region)
  const store = openReleaseStore(dataDir, { keep: 1 })
  try {
    const live = store.findLive()!
    const paths = live.artifacts.map(({ name, version }) => [name, store.findArtifactFile(name, version)!] as const)
    return {
      live,
      paths: Object.fromEntries(paths),
      stdout: readFileSync(join(dataDir, '..', `${region}.txt`), 'utf8'),
    }
  } finally {
    store.close()
  }
}

/** The network of a region, with its heights, hierarchy and snap index. */
export async function networkOf(region: Region): Promise<RoutingGraph> {
  const { buffer, byteOffset, length } = readFileSync((await releaseOf(region)).paths.network)
  return RoutingGraph.from(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer)
}

/** Bundles the explorer and <waypost-map> once, or each server that starts would do so. */
export async function preparePages(): Promise<void> {
  if (!isInRun()) return
  await onceARun('pages', async (building) => {
    await Promise.all([loadWebBundle(), loadEmbedBundle()])
    mkdirSync(building)
  })
}

/** The data folder of a region, imported by the first caller. */
function prepare(region: Region): Promise<string> {
  return onceARun(region, (building) => importRegion(region, building))
}

/**
 * A folder that `make` fills, once for all workers of a run: the first caller makes it, the others wait. Must only be
 * read. Throws if it could not be made.
 */
export async function onceARun(name: string, make: (building: string) => Promise<void>): Promise<string> {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('regions are prepared in a run of the tests alone')
  const ready = join(folder, name)
  const failed = `${ready}.failed`
  if (isFirst(`${ready}.lock`)) {
    const building = `${ready}.building`
    try {
      await make(building)
      renameSync(building, ready)
    } catch (error) {
      writeFileSync(failed, String(error))
    }
  }
  while (!existsSync(ready)) {
    if (existsSync(failed)) throw new Error(`${name} could not be made: ${readFileSync(failed, 'utf8')}`)
    await sleep(100)
  }
  return ready
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

async function importRegion(region: Region, building: string): Promise<void> {
  const words = [...COMMANDS[region], '--data', building]
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '' },
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (status !== 0) throw new Error(said.stderr)
  writeFileSync(building.replace(/building$/, 'txt'), said.stdout)
}
