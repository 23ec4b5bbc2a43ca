// Every GraphQL document that a page shows is one that the schema accepts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { trackedFiles } from '../support/ask-git.ts'

const ROOT = join(import.meta.dirname, '../..')
const schema = buildSchema(readFileSync(join(ROOT, 'schema/schema.graphql'), 'utf8'))
/** Pages of migration show documents that are refused; `migrating-3.test.ts` runs them. */
const PAGES = trackedFiles('*.md').filter((page) => !/migrating-|^test\//.test(page))

const SHOWN = PAGES.flatMap((page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const blocks = [...text.matchAll(/^```graphql\n([\s\S]*?)^```/gm)].map(([, block]) => block)
  const bodies = [...text.matchAll(/"query":\s*("(?:[^"\\]|\\.)*")/g)].map(([, body]) => JSON.parse(body) as string)
  return [...blocks, ...bodies].map((document, i) => ({ name: `${page}, document ${i + 1}`, document }))
})

test('README, places, maps, languages and graphql show documents', () => {
  expect(SHOWN.length).toBeGreaterThan(5)
})

test.each(SHOWN)('$name', ({ document }) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([])
})
