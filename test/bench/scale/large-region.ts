// A region of k x k mirrored copies of Andorra with its terrain, made by the tools of REAL_DATA_DIR/../tools/scale into
// test/bench/.cache/scale once: k = 4 has 253,000 edges, 8 has 1.0 M, 12 has 2.3 M (about Switzerland), 16 has 4.1 M.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../routing/region.ts'

const TOOLS = process.env.SCALE_TOOLS ?? join(ROOT, '../shared/tools/scale')

export interface LargeRegion {
  pbf: string
  dems: string[]
  dataDir: string
}

export function makeLargeRegion(k: number): LargeRegion {
  const folder = join(ROOT, 'test/bench/.cache/scale', `k${k}`)
  mkdirSync(folder, { recursive: true })
  const pbf = join(folder, 'region.osm.pbf')
  const terrain = join(folder, 'dem')
  if (!existsSync(pbf)) {
    run(process.execPath, [join(TOOLS, 'tile-pbf.mjs'), `${k}`, `${pbf}.part`])
    renameSync(`${pbf}.part`, pbf)
  }
  if (!existsSync(terrain)) {
    run('python3', [join(TOOLS, 'tile-dem.py'), `${k}`, `${terrain}.part`])
    renameSync(`${terrain}.part`, terrain)
  }
  return { pbf, dems: readdirSync(terrain).map((name) => join(terrain, name)), dataDir: join(folder, 'data') }
}

function run(command: string, words: string[]): void {
  const { status, error } = spawnSync(command, words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw error ?? new Error(`${command} ${words.join(' ')} ended with ${status}`)
}

export interface ProcessCost {
  wallS: number
  cpuS: number
  peakGb: number
}

/** Runs an import as `npm run import` does: time, processor time and the largest resident memory, read from /proc. */
export async function measureImport(words: string[]): Promise<ProcessCost> {
  const from = performance.now()
  const { environment, file } = importScript()
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [file, ...words], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const cost = { wallS: 0, cpuS: 0, peakGb: 0 }
  const look = setInterval(() => Object.assign(cost, readCost(child.pid!) ?? {}), 200)
  const status = await new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject))
  clearInterval(look)
  if (status !== 0) throw new Error(`${file} ${words.join(' ')} ended with ${status}`)
  return { ...cost, wallS: (performance.now() - from) / 1000 }
}

/** Of package.json: `NAME=VALUE ... node FILE`. */
function importScript(): { environment: Record<string, string>; file: string } {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { import: string } }
  const words = scripts.import.split(' ')
  const settings = words.slice(0, words.indexOf('node')).map((word) => word.split('='))
  return { environment: Object.fromEntries(settings) as Record<string, string>, file: words.at(-1)! }
}

const TICKS_PER_S = 100

/** Null where the process has ended. */
export function readCost(pid: number): { cpuS: number; peakGb: number; rssGb: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [userTicks, systemTicks] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const gb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1e6
    return { cpuS: (userTicks + systemTicks) / TICKS_PER_S, peakGb: gb('VmHWM'), rssGb: gb('VmRSS') }
  } catch {
    return null
  }
}
