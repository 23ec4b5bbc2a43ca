// The schema is finished when it is built: nothing of it is assigned to, by whatever opens a door over it.

import { readFileSync, globSync } from 'node:fs'
import { isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../../schema/index.ts'
import { askGraphql } from '../../operations/transports.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

test('the schema of the tests is frozen, and answers', async () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__') ? Object.values(type.getFields()) : [],
  )
  expect(fields.length).toBeGreaterThan(800)
  expect(fields.filter((field) => !Object.isFrozen(field))).toEqual([])
  const { data, errors } = await askGraphql(
    app,
    '{ places(where: {area: {near: {at: [1.55, 42.52], withinM: 50000}}}, first: 2) { nodes { name elevation { heightM } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.places.nodes).toHaveLength(2)
})

test('what a field is said to be is read by way of its facts alone', () => {
  const root = new URL('../../../schema/', import.meta.url)
  const readers = globSync('**/*.ts', { cwd: root }).filter((file) =>
    /\b(field|type|getFieldDef\(\)\??)\.extensions\b|\{ extensions: \{ \w+ \} \}\)/.test(
      readFileSync(new URL(file, root), 'utf8'),
    ),
  )
  expect(readers).toEqual([])
})
