// What a key has left is nobody else's: an answer that shows it is never one that a shared cache may keep.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { createKey } from '../../src/metering/api-key.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

const QUERIES: Readonly<Record<string, string>> = {
  '/tiles/v1/elevation/{release}/sample': 'points=1,1',
  '/search/v1/forward': 'q=coll',
  '/search/v1/reverse': 'lat=42.5&lon=1.5',
  '/trails/v1/search': 'q=gr',
  '/trails/v1/bbox': 'min_lat=42&min_lon=1&max_lat=43&max_lon=2',
  '/pois/v1/bbox': 'min_lat=42&min_lon=1&max_lat=43&max_lon=2',
  '/api/weather/forecast': 'p=42.5,1.5',
  '/static-map/render': 'bbox=1,42,2,43',
}
let app: FakeApp
let key: string
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
  const created = createKey({ project: 'p', plan: 'business' })
  app.keys.add(created.record)
  key = created.key
})
afterAll(() => app.close())

const ask = async (row: (typeof OPERATION_ROWS)[number], headers: Record<string, string>) => {
  const path = row.path.replace('{release}', 't1').replace('{relation_id}', '1')
  const query = QUERIES[row.path]
  const answer = await fetch(
    `${row.host === 'api' ? app.api : app.site}${path}${query === undefined ? '' : `?${query}`}`,
    {
      method: row.method,
      headers,
      ...(row.method === 'POST' ? { body: '{}' } : {}),
    },
  )
  await answer.arrayBuffer()
  return {
    status: answer.status,
    left: answer.headers.get('x-service-credits-remaining'),
    control: answer.headers.get('cache-control') ?? '',
  }
}

test('an answer that shows the credits left is private, whichever header brings the key', async () => {
  let withCredits = 0
  const shared: string[] = []
  for (const row of OPERATION_ROWS)
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }] as Record<string, string>[]) {
      const { left, control } = await ask(row, headers)
      const isPublic = /\bpublic\b/.test(control)
      const isKept = row.method === 'GET' && !/\b(private|no-store)\b/.test(control)
      if (left !== null) withCredits++
      if (left !== null && (isPublic || isKept)) shared.push(`${row.method} ${row.path}`)
    }
  expect(shared).toEqual([])
  expect(withCredits).toBeGreaterThan(10)
})

test('heights of a fixed release may be kept by all where no key asked, and by the caller alone where one did', async () => {
  const row = OPERATION_ROWS.find(({ path }) => path.includes('/elevation/{release}'))!
  expect(await ask(row, {})).toEqual({ status: 200, left: null, control: 'public, max-age=31536000, immutable' })
  const keyed = await ask(row, { 'x-api-key': key })
  expect(keyed.control).toBe('private, max-age=31536000, immutable')
  expect(Number(keyed.left)).toBeGreaterThan(0)
})
