// A database of its own on the server that TEST_DATABASE_URL names: files run at the same time, a database has one live
// catalogue, and tests of keys and counters disturb nobody. In a run of the tests each is a copy of one that has
// PostGIS already, which takes 2 s to add; test/server/postgres-killed.test.ts begins without it.

import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { onceARun } from './prepared-regions.ts'

export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL
const TEMPLATE = 'WAYPOST_TEST_TEMPLATE'

export interface TestDatabase {
  url: string
  /** one statement, as the owner of the server */
  run(statement: string): Promise<void>
  drop(): Promise<void>
}

/** Vitest's global set-up: names the database that the others are copied from; the first caller makes it. */
export default function nameTemplate(): (() => Promise<void>) | undefined {
  if (TEST_DATABASE_URL === undefined) return undefined
  const name = newName()
  process.env[TEMPLATE] = name
  // a server that does not answer has none
  return () => drop(name).catch(() => {})
}

/** The role of TEST_DATABASE_URL must be allowed to create databases. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName()
  const template = await findTemplate()
  await run(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  return { url: urlOf(name), run, drop: () => drop(name) }
}

async function findTemplate(): Promise<string | undefined> {
  const name = process.env[TEMPLATE]
  if (name === undefined) return undefined
  await onceARun('database', async (building) => {
    await run(`create database ${name}`)
    await run('create extension postgis', urlOf(name))
    mkdirSync(building)
  })
  return name
}

const newName = (): string => `waypost_test_${randomBytes(4).toString('hex')}`
const drop = (name: string): Promise<void> => run(`drop database if exists ${name} with (force)`)

function urlOf(name: string): string {
  const url = new URL(TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return url.href
}

async function run(statement: string, connectionString = TEST_DATABASE_URL): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
