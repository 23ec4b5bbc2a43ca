// The peer: Valhalla in this process through its own Node bindings, on tiles built by its own `valhalla_build_tiles`.
// Tiles are made once into test/bench/.cache; the build itself is timed by `buildTiles`.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_MATRIX_PAIRS } from '../../../src/travel/limits.ts'

const BENCH_DIR = join(dirname(fileURLToPath(import.meta.url)), '..')
const CACHE_DIR = join(BENCH_DIR, '.cache')

export interface Peer {
  version: string
  route(query: string): Promise<string>
  traceAttributes(query: string): Promise<string>
  isochrone(query: string): Promise<string>
  matrix(query: string): Promise<string>
}

interface ValhallaModule {
  Actor: new (
    config: unknown,
  ) => {
    route(q: string): Promise<string>
    traceAttributes(q: string): Promise<string>
    isochrone(q: string): Promise<string>
    matrix(q: string): Promise<string>
    status(q: string): Promise<string>
  }
  getConfig(options: { tileDir: string; tileExtract?: string }): Promise<Record<string, unknown>>
}

function loadModule(): { module: ValhallaModule; packageDir: string } {
  const require = createRequire(join(BENCH_DIR, 'package.json'))
  if (!existsSync(join(BENCH_DIR, 'node_modules/@valhallajs/valhallajs'))) {
    console.log('installing the peer (Valhalla) into test/bench ...')
    execFileSync('npm', ['ci'], { cwd: BENCH_DIR, stdio: 'inherit' })
  }
  const entry = require.resolve('@valhallajs/valhallajs')
  return { module: require('@valhallajs/valhallajs') as ValhallaModule, packageDir: dirname(entry) }
}

async function makeConfig(module: ValhallaModule, tileDir: string): Promise<Record<string, never>> {
  const config = (await module.getConfig({ tileDir })) as Record<string, Record<string, unknown>>
  delete config.mjolnir.tile_extract
  config.mjolnir.tile_dir = tileDir
  config.mjolnir.concurrency = 2
  config.mjolnir.logging = { type: '' }
  // as many pairs as a matrix of ours may have
  const limits = config.service_limits as Record<string, Record<string, unknown>>
  for (const costing of ['pedestrian', 'bicycle']) limits[costing].max_matrix_location_pairs = MAX_MATRIX_PAIRS
  config.loki.logging = config.thor.logging = config.odin.logging = config.meili.logging = { type: '' }
  return config as unknown as Record<string, never>
}

/**
 * Makes Valhalla's tiles for a PBF, unless another process has them ready first; returns the wall seconds of
 * `valhalla_build_tiles`. The folder has its name only when it is whole.
 */
async function makeTiles(pbfPath: string, tileDir: string): Promise<number> {
  const { module, packageDir } = loadModule()
  mkdirSync(dirname(tileDir), { recursive: true })
  const building = mkdtempSync(`${tileDir}-building-`)
  const madeDir = join(building, 'tiles')
  mkdirSync(madeDir)
  try {
    const configPath = join(building, 'valhalla.json')
    writeFileSync(configPath, JSON.stringify(await makeConfig(module, madeDir)))
    const platform = `${process.platform}/${process.arch}`
    const started = performance.now()
    const run = spawnSync(join(packageDir, platform, 'valhalla_build_tiles'), ['-c', configPath, resolve(pbfPath)], {
      encoding: 'utf8',
      cwd: building,
    })
    const seconds = (performance.now() - started) / 1000
    if (run.status !== 0) throw new Error(`valhalla_build_tiles failed: ${run.stderr}`)
    if (!existsSync(tileDir)) renameSync(madeDir, tileDir)
    return seconds
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}

/** Builds Valhalla's tiles for a PBF again; returns the wall seconds of `valhalla_build_tiles`. */
export async function buildTiles(
  pbfPath: string,
  tileDir = join(CACHE_DIR, 'tiles'),
): Promise<{ seconds: number; tileDir: string }> {
  rmSync(tileDir, { recursive: true, force: true })
  return { seconds: await makeTiles(pbfPath, tileDir), tileDir }
}

/** An actor on tiles built from `pbfPath` (built on first use). */
export async function openPeer(pbfPath: string, tileDir = join(CACHE_DIR, 'tiles')): Promise<Peer> {
  if (!existsSync(tileDir)) await makeTiles(pbfPath, tileDir)
  const { module } = loadModule()
  const actor = new module.Actor(await makeConfig(module, tileDir))
  const { version } = JSON.parse(await actor.status('{}')) as { version: string }
  return {
    version,
    route: (query) => actor.route(query),
    traceAttributes: (query) => actor.traceAttributes(query),
    isochrone: (query) => actor.isochrone(query),
    matrix: (query) => actor.matrix(query),
  }
}
