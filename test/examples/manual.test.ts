// The operator's manual: every command of its pages is run by a test. Those about regions, releases, settings and
// backups run here as they stand, with files, folders, addresses and ids of the test in place of the page's; where
// another test runs one, or its machine cannot be had here, the list says which test reads or does the same.

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishSnow } from '../../src/import/import-snow.ts'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { parseSnowArguments } from '../../src/import/snow-arguments.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { runImportHere, writeSampleHeights, writeSampleMap } from '../import/sample-input.ts'
import { publishAgain } from '../support/publish-again.ts'
import { startRealServer } from '../support/real-server.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'
import { writeSnow } from '../weather/make-snow.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = ['docs/operate.md', 'docs/deploy.md', 'docs/regions.md', 'docs/scaling.md', 'docs/offline.md']
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The lines of the shell blocks of a page, without comments and continued lines joined. */
function commandsOf(page: string): string[] {
  return [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/\s+# .*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}
const commands = [...new Set(PAGES.flatMap(commandsOf))]

/** Commands in the prose of a page. */
function spokenOf(page: string): string[] {
  const prose = read(page).replace(/```[\s\S]*?```/g, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, words]) => words)
    .filter((words) =>
      /^([A-Z_]+=\S+ )*(npm|node|sqlite3|fuser|mv|rm|curl|docker|systemctl|git|psql|sudo|ulimit)\b/.test(words),
    )
}
const spoken = [...new Set(PAGES.flatMap(spokenOf))]

/** Commands that another test runs: which one, and the text in it that says so. */
const ELSEWHERE: [command: RegExp, file: string, evidence: string | RegExp][] = [
  [/^npm run keys -- (create|list|show|rotate|revoke|plan) /, 'test/keys/operate-page.test.ts', 'docs/operate.md'],
  [/^npm run keys -- restore /, 'test/examples/service-user.test.ts', 'keys -- restore'],
  [/^npm run releases -- (push|pull|promote|follow)\b/, 'test/import/releases-store.test.ts', 'docs/operate.md'],
  [/^npm run import -- \S+ --dem dem\/ .*--shards /, 'test/import/shards.test.ts', '--shards'],
  [/^npm run pack -- /, 'test/import/pack-command.test.ts', 'torvinho'],
  [/^(sudo -u postgres |echo 'DATABASE_URL=)/, 'test/examples/deploy-page.test.ts', 'create extension postgis'],
  [/^(echo 'DATA_DIR=|chmod 600 )/, 'test/examples/service-user.test.ts', 'DATA_DIR='],
  [/^npm run keys -- move /, 'test/examples/deploy-page.test.ts', 'create extension postgis'],
  [/^sqlite3 .*\.backup/, 'test/examples/deploy-page.test.ts', '.backup'],
  // what the Dockerfile does to a checkout, step by step without a container engine
  [/^(git clone|git pull|cd \/opt\/waypost$|npm ci --omit=dev)/, 'test/ci/dockerfile-start.ts', 'git archive'],
  [/^docker (build|run) /, 'test/ci/dockerfile-start.ts', 'examples/deploy/Dockerfile'],
  [/docker compose -f examples\/deploy\/compose\.yaml/, 'test/examples/units.test.ts', 'readdirSync(DEPLOY)'],
  // systemd runs on a machine of its own: its own check reads the units
  [/^(cp \/opt\/waypost\/examples\/deploy\/|systemctl )/, 'test/examples/units.test.ts', 'systemd-analyze'],
  [/^(RELEASE_STORE|AWS_\w+|FOLLOW_AS)=/, 'test/import/releases-store.test.ts', 'RELEASE_STORE'],
]
/** The same of those in the prose: a form of a command of the blocks, or one by itself. */
const SPOKEN_ELSEWHERE: typeof ELSEWHERE = [
  [/^node src\/main\.ts$/, 'test/ci/dockerfile-start.ts', 'CMD'],
  // its package is not one of ours: the SDK of a test takes its place
  [/^npm i @opentelemetry\//, 'test/observe/tracing.test.ts', 'opentelemetry'],
  [/^ulimit -n$/, 'test/server/address-limits.test.ts', 'ulimit -n'],
  [/^npm run keys -- restore /, 'test/db/move-accounts.test.ts', 'restoreAccounts'],
  [/npm run keys -- move/, 'test/examples/deploy-page.test.ts', 'create extension postgis'],
  [/^(DATABASE_URL=\S+ )?npm run import( -- |$)/, 'test/examples/deploy-page.test.ts', 'create extension postgis'],
  [/^fuser /, 'test/start/follow-accounts.test.ts', 'fuser'],
  [/^npm ci --omit=dev$/, 'test/ci/dockerfile-start.ts', 'git archive'],
  [/^systemctl /, 'test/examples/units.test.ts', 'systemd-analyze'],
  [/^npm start$/, 'test/ci/dockerfile-start.ts', 'start'],
  [/^npm run releases -- (rollback|prune)/, 'test/examples/manual.test.ts', 'rollback'],
  [/^npm run releases -- follow$/, 'test/import/releases-store.test.ts', 'follow'],
  [/^npm run bench -- cost /, 'test/bench/cost.bench.ts', 'data='],
  [/^npm run pack -- /, 'test/import/pack-command.test.ts', /remove[\s\S]*list|list[\s\S]*remove/],
]
const SPOKEN_HERE = [/^npm run snow -- --help$/, /^mv .*accounts\.sqlite/]

const HERE = [
  /^npm run import -- (?!.*--shards)/,
  /^npm run snow -- /,
  /^npm run releases -- (list|rollback|prune)/,
  /^TRUSTED_DOCUMENTS=/,
  /^EXPLORER_TITLE=/,
  /^curl -s localhost:/,
  /^sudo -u postgres (pg_dump|psql waypost) /,
]
const isHere = (command: string) => HERE.some((pattern) => pattern.test(command))

describe('every command of the manual', () => {
  test('is run here or by the test that is named', () => {
    expect(commands.length).toBeGreaterThan(30)
    expect(
      commands.filter((command) => !isHere(command) && !ELSEWHERE.some(([pattern]) => pattern.test(command))),
    ).toEqual([])
  })

  test('in its prose, likewise', () => {
    expect(spoken.length).toBeGreaterThan(15)
    const isKnown = (command: string) =>
      [...SPOKEN_HERE, ...SPOKEN_ELSEWHERE.map(([pattern]) => pattern)].some((pattern) => pattern.test(command))
    expect(spoken.filter((command) => !isKnown(command))).toEqual([])
  })

  test('that another test runs is in it', () => {
    for (const [pattern, file, evidence] of [...ELSEWHERE, ...SPOKEN_ELSEWHERE]) {
      expect(
        [...commands, ...spoken].filter((command) => pattern.test(command)),
        String(pattern),
      ).not.toEqual([])
      expect(read(file)).toMatch(evidence)
    }
  })

  test('says as whom it runs, and works on the data of the service', () => {
    const blocks = PAGES.flatMap((page) => [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block))
    const isCommand = /^([A-Z_]+=\S+ )*(npm (run|ci|start)|systemctl|docker|sqlite3|sudo|git|psql|pg_dump)\b/m
    const run = blocks.filter((block) => isCommand.test(block))
    expect(run.length).toBeGreaterThan(15)
    expect(run.filter((block) => !/^# as (root|any user|a user who may use Docker)/.test(block))).toEqual([])
    const own = commands.filter((command) => /^npm run (import|keys|releases|snow|pack) /.test(command))
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter((command) => !command.endsWith(' --env-file /etc/waypost.env'))).toEqual([])
  })

  test('names files of examples/deploy that are there', () => {
    const named = commands.flatMap((command) => command.match(/examples\/deploy\/[\w.-]+/g) ?? [])
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })
})

/** The words of a command as a shell has them, and its settings. */
function parse(command: string): { script: string; words: string[]; settings: Record<string, string> } {
  const all = [...command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/['"]/g, ''))
  const begin = all.findIndex((word) => !/^[A-Z_]+=/.test(word))
  const settings = Object.fromEntries(
    all.slice(0, begin).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  return { script: all[begin + 2] ?? '', words: all.slice(begin + 4), settings }
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-manual-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
const dataDir = join(folder, 'data')
const commandLike = (pattern: RegExp) => {
  const found = commands.find((command) => pattern.test(command))
  if (found === undefined) throw new Error(`no command is like ${String(pattern)}`)
  return found
}

describe('regions', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'dem'))
    writeSampleHeights(folder, 'N42E001.hgt')
    writeSampleHeights(folder, 'N41E001.hgt')
    writeSampleHeights(join(folder, 'dem'), 'N42E001.hgt')
    const polygon = (lon: number) =>
      ['area', '1', ...[`${lon} 42.5`, `${lon + 0.02} 42.5`, `${lon + 0.02} 42.53`, `${lon} 42.53`, `${lon} 42.5`]]
        .concat('END', 'END', '')
        .join('\n')
    for (const [name, lon, firstId] of [
      ['andorra', 1.51, 1],
      ['alps', 1.51, 1],
      ['austria', 1.51, 1],
      ['slovenia', 1.56, 1000],
    ] as const) {
      writeSampleMap(folder, `${name}.osm.pbf`, { lon, firstId })
      writeFileSync(join(folder, `${name}.poly`), polygon(lon))
    }
  })

  const imports = commands.filter((command) => isHere(command) && command.includes('npm run import -- '))

  test('each command imports what it names, the two of several regions into one data folder', async () => {
    expect(imports.length).toBeGreaterThanOrEqual(4)
    for (const command of imports) {
      const { script, words } = parse(command)
      expect(script).toBe('import')
      const own = join(folder, command.includes('--region') ? 'two' : `${words[0]}-data`)
      const files = words.map((word) => (existsSync(join(folder, word)) ? join(folder, word) : word))
      const { status, stdout, stderr } = await runImportHere([...files, '--data', own])
      expect(status, `${command}\n${stderr}`).toBe(0)
      expect(stdout).toMatch(/^Published /m)
    }
    for (const region of ['austria', 'slovenia']) {
      const store = openReleaseStore(join(folder, 'two/regions', region), { keep: 1 })
      expect(store.findLive()).not.toBeNull()
      store.close()
    }
  })

  test('snow is published by the name of its file', async () => {
    const { words } = parse(commandLike(/^npm run snow/))
    writeSnow(folder, words[0], 10, 10, () => 80)
    const args = parseSnowArguments([join(folder, words[0]), ...words.slice(1), '--data', dataDir], {})!
    expect(parseSnowArguments(['--help'], {})).toBeNull()
    expect(await publishSnow(args, Date.UTC(2026, 1, 2))).toContain('100 of 100 pixels')
  })
})

test('releases are listed, rolled back and pruned', async () => {
  await runImportHere([
    ...[writeSampleMap(folder, 'r.osm.pbf'), '--dem', writeSampleHeights(folder, 'N42E001.hgt')],
    ...['--name', 'r', '--data', dataDir],
  ])
  publishAgain(dataDir)
  const live = () => {
    const store = openReleaseStore(dataDir, { keep: 2 })
    const { id } = store.findLive()!
    store.close()
    return id
  }
  const again = live()
  const run = (pattern: RegExp) => runReleasesCommand([...parse(commandLike(pattern)).words, '--data', dataDir], {}, {})
  expect(await run(/releases -- list/)).toContain(again)
  await run(/releases -- rollback/)
  expect(`${live()}-again`).toBe(again)
  await run(/releases -- prune/)
  expect(await run(/releases -- list/)).toContain(again)
})

test('a server runs trusted documents alone, shows the title of its operator, and says that it is ready', async () => {
  const document = '{ service { modes } }'
  const id = `sha256:${createHash('sha256').update(document).digest('hex')}`
  const documents = join(folder, 'persisted-documents.json')
  writeFileSync(documents, JSON.stringify({ [id]: document }))
  writeFileSync(join(folder, 'park.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const trusted = parse(commandLike(/^TRUSTED_DOCUMENTS=/)).settings
  const named = parse(commandLike(/^EXPLORER_TITLE=/)).settings
  const server = await startRealServer({
    ...trusted,
    ...named,
    TRUSTED_DOCUMENTS: documents,
    EXPLORER_LOGO: join(folder, 'park.svg'),
    WORKERS: '1',
  })
  try {
    const curl = async (pattern: RegExp) => {
      const line = commandLike(pattern)
        .replace('localhost:4000', server.api)
        .replace('localhost:4002', server.ops)
        .replace(/sha256:9f2c\.\.\./, id)
      const { stdout } = await promisify(execFile)('sh', ['-euc', line])
      return stdout
    }
    expect(JSON.parse(await curl(/^curl .*documentId/))).toMatchObject({
      data: { service: { modes: ['HIKE', 'RUN', 'BIKE'] } },
    })
    // its threads may still be on their way
    await expect.poll(async () => JSON.parse(await curl(/^curl .*readyz/))).toMatchObject({ status: 'ready' })
    expect(await (await fetch(server.site)).text()).toContain(`<title>${named.EXPLORER_TITLE}</title>`)
  } finally {
    await server.stop()
  }
})

test('a damaged file of keys is set aside by the command that is given, and new keys are made', async () => {
  const { runKeysCommand } = await import('../../src/keys/keys-command.ts')
  const home = join(folder, 'damaged')
  mkdirSync(join(home, 'data'), { recursive: true })
  for (const end of ['', '-wal', '-shm']) writeFileSync(join(home, `data/accounts.sqlite${end}`), 'no database at all')
  const env = { DATA_DIR: join(home, 'data') }
  writeFileSync(join(home, 'data/live.json'), '{}')
  const make = async () => runKeysCommand(['create', '--project', 'park', '--plan', 'free'], env)
  await expect(make()).rejects.toThrow(/accounts\.sqlite/)
  const line = spoken.find((command) => command.startsWith('mv '))!
  await promisify(execFile)('sh', ['-euc', line], { cwd: join(home, 'data') })
  expect(await make()).toMatch(/svc_/)
  expect(readFileSync(join(home, 'data/accounts.sqlite.damaged'), 'utf8')).toBe('no database at all')
})

const hasDump = spawnSync('pg_dump', ['--version']).error === undefined

test.skipIf(!hasDump || TEST_DATABASE_URL === undefined)(
  'a dump of PostgreSQL has the keys, and brings them back (needs pg_dump and TEST_DATABASE_URL)',
  async () => {
    const { runKeysCommand } = await import('../../src/keys/keys-command.ts')
    const database = await createTestDatabase()
    try {
      const env = { DATABASE_URL: database.url }
      const create = (project: string) => runKeysCommand(['create', '--project', project, '--plan', 'free'], env)
      const run = (pattern: RegExp) =>
        promisify(execFile)('sh', [
          '-euc',
          commandLike(pattern)
            .replace('sudo -u postgres ', '')
            .replace(' waypost ', ` ${database.url} `)
            .replace('/srv/backup', folder),
        ])
      await create('park')
      await run(/ pg_dump /)
      expect(readFileSync(join(folder, 'accounts.sql'), 'utf8')).toMatch(/COPY waypost_accounts\.[\s\S]*\bpark\b/)
      await create('later')
      await run(/ psql waypost .*drop schema/)
      await run(/ psql waypost </)
      const list = await runKeysCommand(['list'], env)
      expect(list).toContain('park')
      expect(list).not.toContain('later')
    } finally {
      await database.drop()
    }
  },
)
