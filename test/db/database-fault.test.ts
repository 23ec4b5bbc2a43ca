// How faults of the database are distinguished from other faults, and what is reported.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDatabaseGone, toDatabaseReason } from '../../db/database-fault.ts'
import { DatabaseGuard, followDatabase } from '../../db/follow-database.ts'
import { checkPostgres } from '../../db/load-postgres.ts'
import { openPostgres } from '../../db/open-postgres.ts'
import { createTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../support/test-database.ts'

const failure = (code: string) => Object.assign(new Error('said postgres://role:secret@host'), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300', '08006', '28P01', '3D000', '57014', '42P01'])(
  '%s is a fault of the database',
  (code) => {
    expect(isDatabaseGone(failure(code))).toBe(true)
  },
)
test.each([failure('42601'), failure('22P02'), failure('23505'), new TypeError('connection is undefined'), 'x'])(
  '%s is none of the database',
  (thrown) => {
    expect(isDatabaseGone(thrown)).toBe(false)
  },
)
test('every address of a host that refuses is one fault with one reason', () => {
  const all = Object.assign(new AggregateError([failure('ECONNREFUSED'), failure('ECONNREFUSED')]), {})
  expect(isDatabaseGone(all)).toBe(true)
  expect(toDatabaseReason(all)).toBe('nothing listens there')
})

describe('the guard', () => {
  const ask = (guard: DatabaseGuard, answer: () => Promise<string>) =>
    guard.run(answer).catch((thrown: { code: string }) => thrown.code)

  test('one broken connection is asked again; a database that is gone is asked by nobody until it is back', async () => {
    let isThere = true
    const guard = new DatabaseGuard(async () => {
      if (!isThere) throw failure('ECONNREFUSED')
    })
    let requested = 0
    const breakOnce = async () => {
      if (requested++ === 0) throw failure('ECONNRESET')
      return 'answer'
    }
    expect(await ask(guard, breakOnce)).toBe('answer')
    expect([requested, guard.lost]).toEqual([2, null])

    isThere = false
    const fail = async () => {
      requested++
      throw failure('57P01')
    }
    requested = 0
    expect(await ask(guard, fail)).toBe('busy')
    expect(await ask(guard, fail)).toBe('busy')
    expect([requested, guard.lost?.reason]).toEqual([1, 'nothing listens there'])
    isThere = true
    await expect.poll(() => guard.lost).toBeNull()
    expect(await ask(guard, async () => 'answer')).toBe('answer')
    guard.close()
  })

  test('a mistake of ours stays one', async () => {
    const guard = new DatabaseGuard(async () => {})
    expect(await ask(guard, async () => Promise.reject(failure('42601')))).toBe('42601')
    expect(guard.lost).toBeNull()
  })
})

describe.skipIf(TEST_DATABASE_URL === undefined)('a database as it is found (needs TEST_DATABASE_URL)', () => {
  let database: TestDatabase
  const role = `waypost_test_${randomBytes(4).toString('hex')}`
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await database.drop()
    await database.run(`drop role if exists ${role}`)
  })

  test('without a catalogue says so', async () => {
    const source = followDatabase(database.url)
    expect(await source.findLive()).toBeNull()
    expect(source.findLost()).toMatch(/holds no catalogue. Run npm run import/)
    await source.close()
  })

  test('that the role owns and that has no PostGIS: what a superuser types is given, and is enough', async () => {
    const owner = `waypost_test_${randomBytes(4).toString('hex')}`
    await database.run(`create role ${owner} login password 'secret-word'`)
    await database.run(`create database ${owner} owner ${owner} template template0`)
    try {
      const at = (user: string, password: string) =>
        Object.assign(new URL(database.url), { username: user, password, pathname: `/${owner}` }).href
      const asOwner = at(owner, 'secret-word')
      const said = await checkPostgres(asOwner).catch((thrown: Error) => thrown.message)
      expect(said).toMatch(
        /^The database of DATABASE_URL has no PostGIS, which only a superuser of PostgreSQL can add: /,
      )
      const [, name, statement] = /psql -d (\w+) -c '(.*)'$/.exec(String(said))!
      expect(name).toBe(owner)
      const { username, password } = new URL(database.url)
      const db = openPostgres<never>(at(username, password), 'public')
      await sql.raw(statement).execute(db)
      await db.destroy()
      await checkPostgres(asOwner)
    } finally {
      await database.run(`drop database if exists ${owner} with (force)`)
      await database.run(`drop role ${owner}`)
    }
  })

  test('is checked for rights before an import works, and left as it was', async () => {
    await database.run(`create role ${role} login password 'secret-word'`)
    const asRole = new URL(database.url)
    asRole.username = role
    asRole.password = 'secret-word'
    await expect(checkPostgres(asRole.href)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^The database of DATABASE_URL cannot be used: the role lacks rights/),
    })
    await checkPostgres(database.url)
    await expect(checkPostgres(asRole.href), 'where another role made the tables').rejects.toThrow(/lacks rights/)
    const db = openPostgres<never>(database.url, 'public')
    const { rows } = await sql`select 1 from pg_namespace where nspname like 'waypost\\_check%'`.execute(db)
    expect(rows).toEqual([])
    await db.destroy()
  })
})
