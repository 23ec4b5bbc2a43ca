import { afterEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

describe('status', () => {
  test('says the same through both transports: an unknown source date is never fresh', async () => {
    app = await startFakeApp()
    const rest = await getJson(`${app.api}/tiles/v1/status`)
    expect(rest.body).toMatchObject({
      schema: 'artifact-status/1',
      checked_at: '2026-11-21T12:00:00.000Z',
      artifacts: {
        network: { state: 'fresh', age_days: 2.5, max_age_days: 35 },
        terrain: { state: 'unknown', age_days: null },
      },
    })
    const graphql = await askGraphql(
      app,
      '{ service { artifacts { name state ageDays maxAgeDays version promotedAt sourceAt } } }',
    )
    expect(graphql.data.service.artifacts).toContainEqual(
      expect.objectContaining({ name: 'terrain', state: 'UNKNOWN', ageDays: null }),
    )
    expect(graphql.data.service.artifacts).toContainEqual(
      expect.objectContaining({ name: 'network', state: 'FRESH', ageDays: 2.5 }),
    )
    expect(graphql.cost).toMatchObject({ reserved: 0, charged: 0, remaining: 500 })
  })

  test('500 is in its shape', async () => {
    app = await startFakeApp()
    app.services.releases.findLive = () => {
      throw new Error('disk')
    }
    const rest = await getJson(`${app.api}/tiles/v1/status`)
    expect([rest.status, rest.body.error]).toEqual([500, 'internal'])
  })
})
