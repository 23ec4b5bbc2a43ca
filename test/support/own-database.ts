// A PostgreSQL database of a test file's own, beside the one that TEST_DATABASE_URL names: files run at the same time,
// and a database has one live catalogue.

import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL

export interface OwnDatabase {
  url: string
  drop(): Promise<void>
}

/** The role of TEST_DATABASE_URL must be allowed to create databases. */
export async function createOwnDatabase(): Promise<OwnDatabase> {
  const name = `waypost_test_${randomBytes(6).toString('hex')}`
  await run(`create database ${name}`)
  const url = new URL(TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
