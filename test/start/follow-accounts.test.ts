// Keys and counters of a server whose store is locked, damaged, or not where the keys are: never a stall of the main
// thread, never an answer that was not counted, and always a sentence that says what to do.

import { spawn, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../../src/config/start-error.ts'
import { followAccounts, type FollowedAccounts } from '../../src/start/follow-accounts.ts'
import { findKey } from '../../src/metering/api-key.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { createTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../support/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-accounts-'))
const clock = { nowMs: () => Date.now() }
const log = pino({ level: 'silent' })
const DEMAND = [{ counter: 'credits address:1 2026-11-22', amount: 1, limit: 1000, keepUntilMs: Date.UTC(2100, 0) }]
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const newFolder = (): string => {
  const dataDir = join(folder, `${made++}`)
  mkdirSync(dataDir)
  return dataDir
}
const follow = async (dataDir: string, databaseUrl = '', metering = true): Promise<FollowedAccounts> => {
  const accounts = await followAccounts({ dataDir, databaseUrl, metering }, clock, log)
  closers.push(() => accounts.close())
  return accounts
}
const take = async (accounts: FollowedAccounts): Promise<string> => {
  try {
    await accounts.counters.take(DEMAND)
    return 'taken'
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}
/** Turns of the event loop while something is waited for: none where the thread is held. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  let waiting = true
  const turn = (): void => {
    turns++
    if (waiting) setTimeout(turn, 1)
  }
  turn()
  await work
  waiting = false
  return turns
}
/** Another process that holds the file until it is killed. */
const lock = async (path: string, how: string): Promise<ChildProcess> => {
  const script = `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)}); db.exec(${JSON.stringify(how)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  closers.push(() => child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout!.once('data', resolve))
  return child
}

describe('accounts.sqlite locked by another process', () => {
  test('refuses what costs without holding the thread, says so, and counts again when it is free', async () => {
    const dataDir = newFolder()
    const accounts = await follow(dataDir)
    expect(await take(accounts)).toBe('taken')
    const holder = await lock(join(dataDir, 'accounts.sqlite'), 'BEGIN IMMEDIATE')
    const refused: Promise<string>[] = []
    expect(await turnsDuring((refused[0] = take(accounts)))).toBeGreaterThan(20)
    expect(await refused[0]).toBe('busy')
    expect(await take(accounts), 'known by then').toBe('busy')
    expect(accounts.listLost()).toEqual([expect.stringMatching(/accounts\.sqlite cannot be used \(.*locked\)/)])
    holder.kill('SIGKILL')
    await expect.poll(() => take(accounts)).toBe('taken')
    expect(accounts.listLost()).toEqual([])
    await accounts.counters.flush()
    expect(await accounts.counters.used(DEMAND[0].counter), 'what was refused was not counted').toBe(2)
  })

  test('for a moment is waited for: nobody is refused', async () => {
    const dataDir = newFolder()
    const accounts = await follow(dataDir)
    const holder = await lock(join(dataDir, 'accounts.sqlite'), 'BEGIN IMMEDIATE')
    const taken = take(accounts)
    setTimeout(() => holder.kill('SIGKILL'), 50)
    expect(await taken).toBe('taken')
  })

  test('at the start ends it with the way out', async () => {
    const dataDir = newFolder()
    await lock(
      join(dataDir, 'accounts.sqlite'),
      'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE held (x)',
    )
    const [refused, unmetered] = await Promise.all([
      follow(dataDir).catch((thrown: unknown) => thrown),
      follow(dataDir, '', false),
    ])
    expect(refused).toBeInstanceOf(StartError)
    expect((refused as Error).message).toMatch(/locked by another program.*fuser.*METERING=off/s)
    expect(unmetered.listLost()).toEqual([expect.stringMatching(/locked by another program/)])
  })
})

describe('accounts.sqlite overwritten in place by an intact copy', () => {
  const copies: Record<string, (path: string, to: string) => unknown> = {
    'a copy of the file': (path, to) => copyFileSync(path, to),
    'a backup with its journal': (path, to) => backup(new DatabaseSync(path), to),
    'a compact backup': (path, to) => new DatabaseSync(path).prepare('VACUUM INTO ?').run(to),
  }
  const states: Record<string, (raw: DatabaseSync) => void> = {
    'all that came later in the journal': () => {},
    'some of it in the file': (raw) => raw.exec('PRAGMA wal_checkpoint(PASSIVE)'),
    'all of it in the file': (raw) => raw.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
  }
  const cases = Object.keys(copies).flatMap((copy) => Object.keys(states).map((state) => ({ copy, state })))
  test.concurrent.for(cases)('$copy, $state, is noticed', async ({ copy, state }, { expect }) => {
    const dataDir = newFolder()
    const path = join(dataDir, 'accounts.sqlite')
    const accounts = await followAccounts({ dataDir, databaseUrl: '', metering: true }, clock, log)
    const other = new DatabaseSync(path)
    try {
      expect(await take(accounts)).toBe('taken')
      await accounts.counters.flush()
      await copies[copy](path, `${path}.copy`)
      for (let i = 0; i < 3; i++) expect(await take(accounts)).toBe('taken')
      await accounts.counters.flush()
      states[state](other)
      // two looks at what SQLite itself wrote
      await pause(2500)
      expect(accounts.listLost()).toEqual([])
      writeFileSync(path, readFileSync(`${path}.copy`))
      await expect
        .poll(() => accounts.listLost()[0] ?? '')
        .toMatch(/was overwritten by another program; .*Restore a copy/)
      await expect.poll(() => take(accounts)).toBe('busy')
    } finally {
      other.close()
      await accounts.close()
    }
  })

  test.concurrent('what SQLite writes itself is none, from whatever process', async ({ expect }) => {
    const dataDir = newFolder()
    const path = join(dataDir, 'accounts.sqlite')
    const accounts = await followAccounts({ dataDir, databaseUrl: '', metering: true }, clock, log)
    try {
      const endMs = performance.now() + 4000
      for (let i = 0; performance.now() < endMs; i++) {
        await take(accounts)
        if (i % 3 === 0) await runKeysCommand(['create', '--project', `p${i}`, '--data', dataDir], {})
        if (i % 5 === 0) {
          const other = new DatabaseSync(path, { timeout: 500 })
          other.exec(`PRAGMA wal_checkpoint(${i % 2 === 0 ? 'TRUNCATE' : 'PASSIVE'})`)
          other.close()
        }
        await pause(20)
      }
      expect(accounts.listLost()).toEqual([])
    } finally {
      await accounts.close()
    }
  })
})

describe('accounts.sqlite damaged', () => {
  const overwrite = (path: string): void => {
    const fd = openSync(path, 'r+')
    writeSync(fd, Buffer.alloc(100_000, 'garbage '))
    closeSync(fd)
  }
  // each waits for a look at the file that is taken now and then
  test.concurrent.for<[string, (path: string) => void, RegExp]>([
    ['overwritten', overwrite, /was overwritten/],
    ['cut short', (path: string) => truncateSync(path, 5000), /was cut short/],
    ['emptied', (path: string) => truncateSync(path, 0), /was cut short/],
    ['removed', (path: string) => rmSync(path), /was removed/],
    [
      'exchanged',
      (path: string) => {
        writeFileSync(`${path}.new`, 'new')
        renameSync(`${path}.new`, path)
      },
      /was exchanged/,
    ],
  ])(
    '%s under a running server is noticed: what costs is refused, and the way out is said',
    async ([, damage, words], { expect }) => {
      const dataDir = newFolder()
      // pages of the file itself, not of its log alone
      const open = () => followAccounts({ dataDir, databaseUrl: '', metering: true }, clock, log)
      await (await open()).close()
      const accounts = await open()
      try {
        expect(await take(accounts)).toBe('taken')
        damage(join(dataDir, 'accounts.sqlite'))
        await expect.poll(() => accounts.listLost()[0] ?? '').toMatch(words)
        expect(accounts.listLost()[0]).toMatch(/Restore a copy of it, or move it away/)
        await expect.poll(() => take(accounts)).toBe('busy')
      } finally {
        await accounts.close()
      }
    },
  )

  test('at the start ends it with the way out, which works', async () => {
    const dataDir = newFolder()
    const path = join(dataDir, 'accounts.sqlite')
    writeFileSync(path, Buffer.alloc(50_000, 'garbage '))
    await expect(follow(dataDir)).rejects.toThrow(StartError)
    await expect(follow(dataDir)).rejects.toThrow(/is damaged.*mv .*accounts\.sqlite.*METERING=off/s)
    renameSync(path, `${path}.damaged`)
    expect(await take(await follow(dataDir))).toBe('taken')
  })
})

describe.skipIf(TEST_DATABASE_URL === undefined)('keys left in the data folder (needs TEST_DATABASE_URL)', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const keysCommand = (dataDir: string, words: string[], url = '') =>
    runKeysCommand([...words, '--data', dataDir], { DATABASE_URL: url })
  const keyIn = (text: string) => /^svc_\S+$/m.exec(text)![0]

  test('are said, taken over with what they used by "keys -- move", and moving again changes nothing', async () => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'live.json'), '{}')
    const key = keyIn(await keysCommand(dataDir, ['create', '--project', 'app', '--plan', 'pro']))
    const revoked = keyIn(await keysCommand(dataDir, ['create', '--project', 'app']))
    await keysCommand(dataDir, ['revoke', revoked.slice(0, 12)])
    const counter = 'credits project:app 2026-11'
    const demand = (amount: number) => [{ counter, amount, limit: 1e6, keepUntilMs: Date.UTC(2100, 0) }]
    const bySqlite = await followAccounts({ dataDir, databaseUrl: '', metering: true }, clock, log)
    await bySqlite.counters.take(demand(40))
    bySqlite.counters.recordCall({
      account: 'project:app',
      keyPrefix: key.slice(0, 12),
      periodId: '2026-11',
      operation: 'search',
      credits: 40,
      keepUntilMs: Date.UTC(2100, 0),
    })
    await bySqlite.counters.flush()

    const server = await follow(dataDir, database.url)
    expect(server.listLost()).toEqual([expect.stringMatching(/^Keys: 1 of .* npm run keys -- move\.$/)])
    expect(await findKey(server.keys, key)).toBeNull()

    await expect(keysCommand(dataDir, ['move'])).rejects.toThrow(/Set DATABASE_URL/)
    expect(await keysCommand(dataDir, ['move'], database.url)).toMatch(/2 keys and 1 projects, 2 counters changed/)
    await expect.poll(async () => (await findKey(server.keys, key))?.plan).toBe('pro')
    expect(await findKey(server.keys, revoked)).toBeNull()
    expect(server.listLost()).toEqual([])
    await server.counters.take(demand(5))
    const again = JSON.parse(await keysCommand(dataDir, ['move', '--json'], database.url))
    expect(again).toMatchObject({ keys: 0, known: 2, projects: 0, counters: 0, revoked: 0, refused: [] })
    expect(await server.counters.used(counter)).toBe(45)

    // what the old server counts and ends meanwhile comes with the next move
    await bySqlite.counters.take(demand(3))
    await bySqlite.close()
    await keysCommand(dataDir, ['revoke', key.slice(0, 12)])
    const last = JSON.parse(await keysCommand(dataDir, ['move', '--json'], database.url))
    expect(last).toMatchObject({ keys: 0, counters: 1, revoked: 1 })
    expect(await server.counters.used(counter)).toBe(48)
    expect(await server.counters.listUsage('project:app', '2026-11')).toEqual([
      { operation: 'search', calls: 1, credits: 40 },
    ])
    await expect.poll(async () => findKey(server.keys, key)).toBeNull()
  })
})
