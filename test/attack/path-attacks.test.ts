// The documents that walk the schema are sound: what they attack is what runs.

import { type ValidatedExecutionArgs, parse, validate, validateExecutionArgs } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { DocumentArguments } from '../../schema/http/field-arguments.ts'
import { measureDocument } from '../../schema/http/measure-document.ts'
import type { Region } from '../fuzz/region.ts'
import { PATH_ATTACKS } from './path-attacks.ts'
import { randomOf } from './random.ts'
import { runSeeds } from '../support/run-seed.ts'

const REGION = {
  box: [1, 42, 2, 43],
  waypoints: [
    [1.5, 42.5],
    [1.6, 42.6],
  ],
  example: [
    [1.5, 42.5],
    [1.6, 42.6],
  ],
} as unknown as Region

test('with any seed', () => {
  const queries = new Set<string>()
  for (const seed of runSeeds(60)) {
    const { name, make } = PATH_ATTACKS[seed % PATH_ATTACKS.length]
    const { query, variables } = JSON.parse(String(make(randomOf(seed, name), REGION).body)) as {
      query: string
      variables: Record<string, unknown>
    }
    queries.add(query)
    const document = parse(query, { maxTokens: 4000 })
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
    const prepared = validateExecutionArgs({ schema, document, variableValues: variables }) as ValidatedExecutionArgs
    expect(measureDocument(prepared, new DocumentArguments(null))).not.toBeNull()
  }
  expect(queries.size).toBeGreaterThan(40)
})
