import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import { BatchedCounterStore } from '../../src/metering/batched-counters.ts'
import { findKey } from '../../src/metering/api-key.ts'
import { KeyList } from '../../src/metering/key-list.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { parseKeysArguments } from '../../src/keys/parse-keys-arguments.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const folder = mkdtempSync(join(tmpdir(), 'waypost-keys-'))
let server: Accounts
let keys: KeyList
beforeAll(async () => {
  // as a running server has it open
  server = await openSqliteAccounts(folder)
  keys = new KeyList(server.keys)
  await keys.refresh()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (line: string, nowMs = NOW_MS) => runKeysCommand([...line.split(' '), '--data', folder], {}, nowMs)
const keyIn = (text: string) => /^svc_\S+$/m.exec(text)![0]
const isLive = async (key: string, nowMs = NOW_MS) => {
  await keys.refresh()
  return (await findKey(keys, key, nowMs)) !== null
}
const failure = (line: string) =>
  run(line).then(
    () => 'no failure',
    (error: Error) => error.message,
  )

describe('the keys command', () => {
  test('prints a new key once and a running server takes it up; nothing on disk or in a list holds it', async () => {
    const key = keyIn(await run('create --project app --note first'))
    expect(key).toMatch(/^svc_[0-9A-Za-z]{32}$/)
    expect(await isLive(key)).toBe(true)
    const listed = await run('list')
    expect(listed).toContain(key.slice(0, 12))
    expect(listed).not.toContain(key.slice(0, 13))
    expect(
      readFileSync(join(folder, 'accounts.sqlite')).includes(key.slice(12)) ||
        readFileSync(join(folder, 'accounts.sqlite-wal')).includes(key.slice(12)),
    ).toBe(false)
    expect(statSync(join(folder, 'accounts.sqlite')).mode & 0o077).toBe(0)
  })

  test('revoke ends a key', async () => {
    const key = keyIn(await run('create --project app'))
    expect(await isLive(key)).toBe(true)
    await run(`revoke ${key.slice(0, 12)}`)
    expect(await isLive(key)).toBe(false)
    expect(await run('list')).toMatch(new RegExp(`${key.slice(0, 12)} .*revoked 2026-11-21`))
  })

  test('rotate makes a key like the old one, which ends at once or after the grace', async () => {
    const first = keyIn(
      await run('create --project site --plan pro --browser --origin https://example.org --note shop'),
    )
    const second = keyIn(await run(`rotate ${first.slice(0, 12)} --grace 2h`))
    expect([await isLive(first), await isLive(second)]).toEqual([true, true])
    expect(await isLive(first, NOW_MS + 2 * 3_600_000)).toBe(false)
    const third = keyIn(await run(`rotate ${second.slice(0, 12)}`))
    expect([await isLive(second), await isLive(third)]).toEqual([false, true])
    expect(await findKey(keys, third, NOW_MS)).toMatchObject({
      project: 'site',
      plan: 'pro',
      browser: true,
      origins: ['https://example.org'],
    })
  })

  test('plan changes all keys of a project, with numbers of its own where given', async () => {
    const key = keyIn(await run('create --project big --plan starter'))
    await run('plan big --plan business --credits 5000 --rate off --slots 3')
    await keys.refresh()
    expect(await findKey(keys, key, NOW_MS)).toMatchObject({
      plan: 'business',
      overrides: { credits: 5000, ratePerS: Infinity, slots: 3 },
    })
    expect(await failure('create --project big --plan pro')).toMatch(/already exists, on plan business/)
  })

  test('show tells the credits of the project and the calls of the key', async () => {
    const key = keyIn(await run('create --project counted'))
    const store = new BatchedCounterStore(server.counters)
    await store.take([
      { counter: 'credits project:counted 2026-11', amount: 7, limit: 30_000, keepUntilMs: NOW_MS * 2 },
    ])
    const call = {
      account: 'project:counted',
      keyPrefix: key.slice(0, 12),
      periodId: '2026-11',
      operation: 'search',
      credits: 5,
      keepUntilMs: NOW_MS * 2,
    }
    store.recordCall(call)
    store.recordCall({ ...call, keyPrefix: 'svc_another_', credits: 2 })
    await store.flush()
    const shown = await run(`show ${key.slice(0, 12)}`)
    expect(shown).toMatch(/7 of 30000 used in 2026-11/)
    expect(shown).toMatch(/search +1 +5$/m)
    expect(JSON.parse(await run(`show ${key.slice(0, 12)} --json`))).toMatchObject({
      creditsUsed: 7,
      operations: [{ operation: 'search', calls: 1, credits: 5 }],
    })
  })

  test.each([
    ['create', 'Which project?'],
    ['create --project ../x', 'is not a valid project name'],
    ['create --project a --plan gold', 'There is no plan "gold"'],
    ['create --project a --plan none', 'There is no plan "none"'],
    ['create --project a --browser', 'add --origin'],
    ['create --project a --origin https://x.org', 'add --browser'],
    ['create --project a --browser --origin https://x.org/path', 'is not an origin'],
    ['create --project a --credits 1.5', '--credits is "1.5"'],
    ['create --project a --rate 0', '--rate is "0"'],
    ['list extra', 'takes no "extra"'],
    ['show', 'takes one PREFIX'],
    ['revoke svc_nothing1', 'There is no key'],
    ['rotate svc_nothing1 --grace soon', '--grace is "soon"'],
    ['plan nobody --plan pro', 'There is no project'],
    ['destroy', 'There is no action'],
    ['list --browser', 'takes no --browser'],
    ['list --what', 'There is no option --what'],
  ])('%s is one sentence: %s', async (line, expected) => expect(await failure(line)).toContain(expected))

  test('never repeats the password of a database that cannot be used', async () => {
    const failed = await runKeysCommand(['list'], { DATABASE_URL: 'postgres://someone:geheim@127.0.0.1:1/none' }).catch(
      (error: Error) => error.message,
    )
    expect(failed).toBe('The database of DATABASE_URL cannot be used: nothing listens there.')
  })

  test('--help tells every action', () => {
    const reported = spawnSync(process.execPath, ['src/keys/keys-command.ts', '--help'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
    })
    expect(reported.status).toBe(0)
    for (const action of ['create', 'list', 'show', 'revoke', 'rotate', 'plan', 'plans'])
      expect(reported.stdout).toContain(`npm run keys -- ${action}`)
    expect(parseKeysArguments([])).toBeNull()
  })
})

describe('a list of keys that could not be read yet', () => {
  test('answers 503, never 401, and keeps what it knew when the store goes', async () => {
    let gone = true
    const reported: boolean[] = []
    const list = new KeyList(
      { readChanges: (since) => (gone ? Promise.reject(new Error('gone')) : server.keys.readChanges(since)) },
      (isGone) => reported.push(isGone),
    )
    await list.refresh()
    expect(() => list.listByPrefix('svc_nothing1')).toThrow(expect.objectContaining({ code: 'busy' }))
    gone = false
    await list.refresh()
    const known = list.size
    expect(known).toBeGreaterThan(0)
    gone = true
    await list.refresh()
    await list.refresh()
    expect(list.size).toBe(known)
    expect(list.listByPrefix('svc_nothing1')).toEqual([])
    expect(reported).toEqual([true, false, true])
  })
})
