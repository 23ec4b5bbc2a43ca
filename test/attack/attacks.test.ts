// The suite of attacks itself: that it is what it says. `npm run attack` runs it against a server.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import type { Region } from '../fuzz/region.ts'
import { shuffled } from './attack-round.ts'
import { ATTACKS, EXPENSIVE_REQUESTS, SIEGES } from './attacks.ts'
import { randomOf } from './random.ts'
import { sizeOf } from './send-request.ts'
import { foreignShare } from './watch-process.ts'

const REGION: Region = {
  box: [7, 46, 7.3, 46.2],
  bicycleStarts: [[1.5, 42.5]],
  waypoints: [
    [7.1, 46.1],
    [7.2, 46.15],
  ],
  example: [
    [7.1, 46.1],
    [7.2, 46.15],
  ],
  names: ['Alphorn', 'Bergli'],
  relationIds: [1],
  placeIds: [5],
  ids: ['Place:1'],
  terrainVersion: 't1',
  artifacts: new Set(),
}

describe('attacks', () => {
  test('each has a name of its own', () => {
    const names = [...ATTACKS, ...SIEGES, ...EXPENSIVE_REQUESTS].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(70)
  })

  test.each([...ATTACKS, ...EXPENSIVE_REQUESTS].filter(({ name }) => !/weather|departure/.test(name)))(
    '$name: a seed makes the same request again, and a head that a server takes',
    ({ make, name }) => {
      const [once, again] = [make(randomOf(7, name), REGION), make(randomOf(7, name), REGION)]
      // megabytes, of which `toEqual` looks at every byte by itself
      expect(isDeepStrictEqual(again, once)).toBe(true)
      expect(sizeOf({ ...once, body: '' })).toBeLessThan(96 * 1024)
      expect(once.path).toMatch(/^\/[\x21-\xff]*$/)
    },
  )

  test('every operation that costs anything is among the expensive requests, or the reason is given here', () => {
    const cheap: Record<string, string> = {
      sun: 'a look at a formula',
      snow: 'the demo region has no snow product',
      'static-map-address': 'the same picture as static-map',
    }
    const requested = EXPENSIVE_REQUESTS.map(({ make }) => make(randomOf(1, ''), REGION).path.split('?')[0])
    const matches = (path: string) => {
      const pattern = path.split('/').map((part) => (part.startsWith('{') ? null : part))
      return requested.some((one) => one.split('/').every((part, i) => pattern[i] === null || pattern[i] === part))
    }
    const left = OPERATION_ROWS.filter(({ operation: { credits, id } }) => credits !== 0 && !(id in cheap))
    expect(left.length).toBeGreaterThan(15)
    expect(left.filter(({ path }) => !matches(path)).map(({ path }) => path)).toEqual([])
  })

  test('documents are valid, so that what they ask is run, but for those that are to be refused', () => {
    const invalid = [
      'one name 900 times',
      'a thousand fields that are not there',
      'documents that do not parse, many at once',
      'an object in place of a text in 20 fields, beside megabytes of variables',
    ]
    const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'))
    const requested = [...ATTACKS, ...EXPENSIVE_REQUESTS].flatMap(({ name, make }) => {
      const { path, body, headers } = make(randomOf(1, name), REGION)
      return path === '/graphql' && headers?.['content-type'] === 'application/json'
        ? [{ name, body: String(body) }]
        : []
    })
    expect(requested.length).toBeGreaterThan(20)
    const refused = requested.filter(({ body }) => {
      // the query alone: what stands beside it may be 5 MB
      const [, query] = /"query":("(?:[^"\\]|\\.)*")/.exec(body) ?? []
      try {
        return query !== undefined && validate(schema, parse(JSON.parse(query) as string)).length > 0
      } catch {
        return true
      }
    })
    expect(refused.map(({ name }) => name).filter((name) => !invalid.includes(name))).toEqual([])
  })

  test('with crowds in an order of the seed, each once', () => {
    const orders = [1, 2, 3].map((seed) => shuffled(EXPENSIVE_REQUESTS, seed, 0))
    for (const order of orders) expect(new Set(order)).toEqual(new Set(EXPENSIVE_REQUESTS))
    expect(shuffled(EXPENSIVE_REQUESTS, 1, 0)).toEqual(orders[0])
    expect(new Set(orders.map(([first]) => first.name)).size).toBeGreaterThan(1)
  })

  test('numbers of one seed differ by name, and lie in their bounds', () => {
    const [a, b] = [randomOf(1, 'a'), randomOf(1, 'b')]
    const drawn = Array.from({ length: 1000 }, () => a.between(3, 5))
    expect(new Set(drawn)).toEqual(new Set([3, 4, 5]))
    expect(b.next()).not.toBe(randomOf(1, 'a').next())
  })

  test('packs are requested by names that lead elsewhere, ranges without number and codings', () => {
    const requested = ATTACKS.filter(({ name }) => name.startsWith('packs: '))
    expect(requested.length).toBeGreaterThan(8)
    const sent = requested.flatMap(({ name, make }) =>
      Array.from({ length: 30 }, (_, i) => make(randomOf(i, name), REGION)),
    )
    expect(sent.some(({ path }) => path.startsWith('/packs/v1/../'))).toBe(true)
    for (const header of ['Range', 'If-Range', 'If-None-Match', 'Accept-Encoding'])
      expect(sent.some(({ headers }) => headers?.[header] !== undefined)).toBe(true)
    expect(sent.some(({ method }) => method === 'HEAD')).toBe(true)
  })

  test('what others had of the machine is what was neither idle nor ours', () => {
    const before = { totalMs: 1000, idleMs: 400 }
    expect(foreignShare(before, { totalMs: 2000, idleMs: 600 }, 300)).toBeCloseTo(0.5)
    expect(foreignShare(before, { totalMs: 2000, idleMs: 600 }, 900)).toBe(0)
    expect(foreignShare(before, before, 0)).toBe(0)
  })
})
