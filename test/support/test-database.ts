// A database of its own on the server that TEST_DATABASE_URL names: files run at the same time, a database has one live
// catalogue, and tests of keys and counters disturb nobody.

import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL

export interface TestDatabase {
  url: string
  /** one statement, as the owner of the server */
  run(statement: string): Promise<void>
  drop(): Promise<void>
}

/** The role of TEST_DATABASE_URL must be allowed to create databases. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `waypost_test_${randomBytes(4).toString('hex')}`
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return { url: url.href, run, drop: () => run(`drop database if exists ${name} with (force)`) }
}
