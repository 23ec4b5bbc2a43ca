import { afterEach, describe, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

describe('usage', () => {
  test('needs a key and counts calls and credits of both transports', async () => {
    app = await startFakeApp()
    expect((await getJson(`${app.api}/v1/usage`)).status).toBe(401)
    const { key, record } = createKey({ project: 'p', plan: 'free' })
    app.keys.add(record)
    await getJson(`${app.api}/tiles/v1/elevation/current/sample?points=1,1&key=${key}`)
    await askGraphql(
      app,
      '{ point(at: [1, 1]) { elevation { heightM } } service { artifacts { name } } }',
      {},
      { 'x-api-key': key },
    )
    const usage = await getJson(`${app.api}/v1/usage`, { authorization: `Bearer ${key}` })
    expect(usage.body).toEqual({
      period: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
      plan: 'free',
      credits: { limit: 30_000, used: 1, remaining: 29_999, resets_at: '2026-12-01T00:00:00.000Z' },
      operations: [
        { operation: 'elevation', calls: 2, credits: 1 },
        { operation: 'status', calls: 1, credits: 0 },
      ],
    })
  })
})
