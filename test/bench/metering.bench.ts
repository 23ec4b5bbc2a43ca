// What metering costs: searches answered a second over HTTP with METERING on and off, both servers up and driven in
// turn by wrk, so that whatever else the machine does falls on both; the ratio of each pair, and their median; beside
// it processor time of the server for each answer, which a busy machine disturbs less. Counters in SQLite, and in
// PostgreSQL (its own database, places there too) where
// TEST_DATABASE_URL names a server. `npm run bench -- metering [seconds=4] [pairs=7] [connections=8]`

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadPostgres } from '../../db/load-postgres.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'
import { recordFigure } from './report.ts'
import { DATA_DIR } from './routing/region.ts'
import { startServer, type Served } from './served-process.ts'

const option = (name: string, preset: number): number =>
  Number(process.argv.find((word) => word.startsWith(`${name}=`))?.split('=')[1] ?? preset)
const [seconds, pairs, connections] = [option('seconds', 4), option('pairs', 7), option('connections', 8)]
const folder = mkdtempSync(join(tmpdir(), 'waypost-metering-'))

interface Counted extends Served {
  dataDir: string
}
/** per second; milliseconds of processor time for each answer; share refused as overload */
interface Driven {
  answered: number
  cpuMs: number
  refused: number
}

async function serve(name: string, environment: Record<string, string>): Promise<Counted> {
  // a data folder of its own, with the releases of the bench and counters of its own
  const dataDir = mkdtempSync(join(folder, `${name}-`))
  for (const entry of ['releases', 'live.json']) symlinkSync(resolve(DATA_DIR, entry), join(dataDir, entry))
  const served = await startServer({ DATABASE_URL: '', ...environment, DATA_DIR: dataDir, WORKERS: '1' })
  return { ...served, dataDir }
}

/** Names to ask for, in turn. */
function writeScript(key: string, name: string): string {
  const live = JSON.parse(readFileSync(join(DATA_DIR, 'live.json'), 'utf8')) as { release?: string; id?: string }
  const catalogue = new DatabaseSync(join(DATA_DIR, 'releases', live.release ?? live.id ?? '', 'catalogue.sqlite'), {
    readOnly: true,
  })
  const names = catalogue
    .prepare('SELECT name FROM place WHERE length(name) > 4 ORDER BY rank LIMIT 2000')
    .all()
    .map(({ name }) => encodeURIComponent(name as string))
  catalogue.close()
  const path = join(folder, `${name}.lua`)
  writeFileSync(
    path,
    `local names = {${names.map((name) => JSON.stringify(name)).join(',')}}\nlocal i = 0\nwrk.headers['x-api-key'] = '${key}'\nrequest = function()\n  i = i % #names + 1\n  return wrk.format('GET', '/search/v1/forward?q=' .. names[i])\nend\n`,
  )
  return path
}

/** User and system time of a process so far, in milliseconds; ticks of 10 ms. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function drive({ api, pid }: Served, script: string): Driven {
  const before = cpuMsOf(pid)
  const run = spawnSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, api], { encoding: 'utf8' })
  if (run.error !== undefined) throw new Error('this needs wrk (Debian: apt-get install wrk)')
  const [, requested, tookS] = /(\d+) requests in ([\d.]+)s/.exec(run.stdout)!.map(Number)
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(run.stdout)?.[1] ?? 0)
  return {
    answered: (requested - refused) / tookS,
    cpuMs: (cpuMsOf(pid) - before) / (requested - refused),
    refused: refused / requested,
  }
}

async function compare(store: string, environment: Record<string, string>): Promise<void> {
  const off = await serve('off', { ...environment, METERING: 'off' })
  const on = await serve('on', { ...environment, METERING: 'on', CPU_BUDGET: 'off' })
  try {
    // calls carry a key in both, so that finding out who calls counts for neither
    const newKey = async (dataDir: string) =>
      (
        JSON.parse(
          await runKeysCommand(
            [
              'create',
              '--json',
              '--project',
              'bench',
              '--plan',
              'business',
              '--credits',
              '1000000000',
              '--rate',
              'off',
              ...('DATABASE_URL' in environment ? [] : ['--data', dataDir]),
            ],
            environment,
          ),
        ) as { key: string }
      ).key
    const key = await newKey(on.dataDir)
    const offKey = 'DATABASE_URL' in environment ? key : await newKey(off.dataDir)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const [offScript, onScript] = [writeScript(offKey, 'off'), writeScript(key, 'on')]
    const run = { off: () => drive(off, offScript), on: () => drive(on, onScript) }
    for (let i = 0; i < 2; i++) {
      run.off()
      run.on()
    }
    const runs = { off: [] as Driven[], on: [] as Driven[] }
    for (let i = 0; i < pairs; i++) {
      // the order changes, so that what drifts falls on both
      for (const which of i % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const))
        runs[which].push(run[which]())
    }
    const used = (await (await fetch(`${on.api}/v1/usage?key=${key}`)).json()) as { credits: { used: number } }
    const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]
    const ratios = (of: 'answered' | 'cpuMs') => runs.on.map((one, i) => one[of] / runs.off[i][of])
    const reported = (of: 'answered' | 'cpuMs') =>
      `on/off ${median(ratios(of)).toFixed(3)} (${Math.min(...ratios(of)).toFixed(3)} to ${Math.max(...ratios(of)).toFixed(3)})`
    const of = (which: 'off' | 'on', what: keyof Driven) => median(runs[which].map((one) => one[what]))
    console.log(
      `${store}: off ${of('off', 'answered').toFixed(0)}/s, on ${of('on', 'answered').toFixed(0)}/s, ${reported('answered')}; server processor time off ${of('off', 'cpuMs').toFixed(3)} ms, on ${of('on', 'cpuMs').toFixed(3)} ms an answer, ${reported('cpuMs')}`,
    )
    recordFigure('metering', `answers a second with ${store}, metering on`, {
      figure: of('on', 'answered').toFixed(0),
      peer: `off ${of('off', 'answered').toFixed(0)}`,
    })
    console.log(
      `  medians of ${pairs} pairs; refused as overload: off ${(of('off', 'refused') * 100).toFixed(1)} %, on ${(of('on', 'refused') * 100).toFixed(1)} %; ${used.credits.used} credits counted`,
    )
  } finally {
    await off.stop()
    await on.stop()
  }
}

try {
  if (!existsSync(join(DATA_DIR, 'live.json')))
    throw new Error('this needs the imported region of the routing bench: npm run bench -- routing')
  console.log(`search over HTTP, ${connections} connections, ${seconds} s a run`)
  await compare('SQLite', {})
  if (TEST_DATABASE_URL === undefined) console.log('PostgreSQL: left out, needs TEST_DATABASE_URL')
  else {
    const database = await createTestDatabase()
    try {
      const live = JSON.parse(readFileSync(join(DATA_DIR, 'live.json'), 'utf8')) as { release?: string; id?: string }
      const id = live.release ?? live.id ?? ''
      await (
        await loadPostgres(database.url, {
          path: join(DATA_DIR, 'releases', id, 'catalogue.sqlite'),
          version: 'bench',
          releaseId: id,
        })
      ).promote()
      await compare('PostgreSQL', { DATABASE_URL: database.url })
    } finally {
      await database.drop()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
