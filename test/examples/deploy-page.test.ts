// docs/deploy.md and examples/deploy/alerts.yaml do what they say: the commands for PostgreSQL and for backups run as
// they are printed, and every metric is one that a server has.

import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { startRealServer } from '../support/real-server.ts'
import { TEST_DATABASE_URL } from '../support/test-database.ts'
import { writeSampleHeights, writeSampleMap } from '../import/sample-input.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8')
const ALERTS = readFileSync(join(ROOT, 'examples/deploy/alerts.yaml'), 'utf8')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'waypost-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

/** The block of shell commands after a heading that has the word. */
function blockWith(word: string): string {
  const block = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]).find((text) => text.includes(word))
  if (block === undefined) throw new Error(`no block of docs/deploy.md has ${word}`)
  return block
}

const inShell = (script: string, env: NodeJS.ProcessEnv) =>
  run('sh', ['-euc', script], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
  })

test('every metric that the page and the alerts name is one of a running server, with the labels they ask for', async () => {
  const server = await startRealServer({ WORKERS: '1', METERING: 'on' })
  await fetch(`${server.api}/v1/capabilities`)
  const metrics = await (await fetch(`${server.ops}/metrics`)).text()
  await server.stop()
  const named = [...`${PAGE}${ALERTS}`.matchAll(/(waypost_\w+)(?:\{(\w+)=)?/g)]
    .map(([, metric, label = '']) => ({ metric, label }))
    .filter(({ metric }) => /_(total|seconds|lost|up)$/.test(metric))
  expect(named.length).toBeGreaterThanOrEqual(12)
  const isThere = ({ metric, label }: { metric: string; label: string }) =>
    metrics
      .split('\n')
      .some((line) => (line.startsWith(`${metric}{`) || line.startsWith(`${metric} `)) && line.includes(label))
  // waypost_weather_up appears only after a first forecast
  expect(named.filter((name) => !isThere(name) && name.metric !== 'waypost_weather_up')).toEqual([])
})

describe('PostgreSQL from empty (needs TEST_DATABASE_URL)', () => {
  const name = `waypost_${randomBytes(4).toString('hex')}`
  const skipped = TEST_DATABASE_URL === undefined
  const admin = new URL(TEST_DATABASE_URL ?? 'postgres://localhost')
  afterAll(async () => {
    if (skipped) return
    const client = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await client.connect()
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`drop role if exists ${name}`)
    await client.end()
  })

  test.skipIf(skipped)(
    'the commands make a database that an ordinary role can import into and move keys to',
    async () => {
      const data = join(folder, 'data')
      const settings = join(folder, 'waypost.env')
      writeFileSync(settings, `DATA_DIR=${data}\n`)
      // a folder of the service, still without a release of its own
      mkdirSync(join(data, 'regions'), { recursive: true })
      await runKeysCommand(['create', '--project', 'park', '--plan', 'free'], { DATA_DIR: data })
      const script = blockWith('create extension postgis')
        .replaceAll('sudo -u postgres ', '')
        .replace(
          /import -- .* (?=--env-file)/,
          `import -- ${writeSampleMap(folder)} --dem ${writeSampleHeights(folder)} --name net `,
        )
        .replace(/^systemctl .*/m, '')
        .replaceAll('/etc/waypost.env', settings)
        .replaceAll('role waypost', `role ${name}`)
        .replace('--owner waypost waypost', `--owner ${name} ${name}`)
        .replace('-d waypost', `-d ${name}`)
        .replace('postgres://waypost:change-me@127.0.0.1/waypost', `postgres://${name}:change-me@${admin.host}/${name}`)
      const { stdout } = await inShell(script, {
        PGDATABASE: 'postgres',
        PGHOST: admin.hostname,
        PGPORT: admin.port,
        PGUSER: admin.username,
        PGPASSWORD: admin.password,
      })
      expect(stdout).toMatch(/^Published net-/m)
      const url = `postgres://${name}:change-me@${admin.host}/${name}`
      expect(await runKeysCommand(['list'], { DATABASE_URL: url, DATA_DIR: join(folder, 'empty') })).toMatch('park')
    },
  )
})

const hasSqlite = spawnSync('sqlite3', ['--version']).error === undefined

test.skipIf(!hasSqlite)('a backup of accounts.sqlite has its keys', async () => {
  const data = join(folder, 'kept')
  mkdirSync(data)
  writeFileSync(join(data, 'live.json'), '{}')
  await runKeysCommand(['create', '--project', 'park', '--plan', 'free'], { DATA_DIR: data })
  const script = blockWith('.backup').replaceAll('/var/lib/waypost', data).replaceAll('/srv/backup', folder)
  await inShell(script, {})
  cpSync(join(folder, 'accounts.sqlite'), join(folder, 'again/accounts.sqlite'), { recursive: true })
  const listed = await runKeysCommand(['list'], { DATA_DIR: join(folder, 'again') })
  expect(listed).toMatch('park')
  const database = new DatabaseSync(join(folder, 'again/accounts.sqlite'))
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})
