// A page is of the beginning or of the end of its list: both at once are refused wherever a field takes both.

import { isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../../schema/index.ts'
import { askGraphql } from '../../operations/transports.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

/** How many trails the page has, or what refuses it. */
async function pageOf(paging: string, variables: object = {}) {
  const head = paging.includes('$') ? 'query ($first: Int, $last: Int) ' : ''
  const list = `trails(where: {area: {box: [1, 42, 2, 43]}}, ${paging}) { nodes { __typename } }`
  const { data, errors } = await askGraphql(app, `${head}{ ${list} }`, variables)
  return errors === undefined ? data.trails.nodes.length : errors[0].extensions
}

test('first and last together are refused, as literals and as variables', async () => {
  const refused = { code: 'INVALID_INPUT', inputPath: 'first' }
  expect(await pageOf('first: 2, last: 1')).toMatchObject(refused)
  expect(await pageOf('first: $first, last: $last', { first: 2, last: 1 })).toMatchObject(refused)
})

test('either alone is taken, and null is as good as not sent', async () => {
  expect(await pageOf('first: 2')).toBe(2)
  expect(await pageOf('last: 1')).toBe(1)
  expect(await pageOf('first: 2, last: null')).toBe(2)
  expect(await pageOf('first: $first, last: $last', { first: 1 })).toBe(1)
})

test('every field that takes `last` takes `first`', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  )
  const names = fields.map(({ args }) => args.map(({ name }) => name)).filter((all) => all.includes('last'))
  expect(names.length).toBeGreaterThan(5)
  expect(names.every((all) => all.includes('first'))).toBe(true)
})
