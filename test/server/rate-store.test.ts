// Two real servers with RATE_STORE: one rate for both, and each its own while the store is gone.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { HAS_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts'

/** Of a caller without a key: five a second, ten at once (decision: keys-and-credits). */
const [RATE_PER_S, BURST] = [5, 10]

describe.skipIf(!HAS_REDIS)('two servers over one Redis (needs redis-server or valkey-server)', () => {
  let redis: RedisServer
  let servers: RealServer[]
  beforeAll(async () => {
    redis = await startRedis()
    const environment = { METERING: 'on', CPU_BUDGET: 'off', RATE_STORE: redis.url, WEATHER_URL: 'off' }
    servers = await Promise.all([startRealServer(environment), startRealServer(environment)])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await redis.stop()
  })

  const unready = async ({ ops }: RealServer): Promise<string> => (await fetch(`${ops}/readyz`)).text()
  /** So many requests, every other one to each server; how many passed, and in how many seconds. */
  async function crowd(requests: number): Promise<{ passed: number; tookS: number }> {
    const startedMs = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: requests }, async (_, i) => {
        const answer = await fetch(`${servers[i % 2].api}/v1/sun?lon=1.5&lat=42.5&date=2026-06-01`)
        await answer.arrayBuffer()
        return answer.status
      }),
    )
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    return {
      passed: statuses.filter((status) => status === 200).length,
      tookS: (performance.now() - startedMs) / 1000,
    }
  }

  test('one rate for both; without the store each its own, which /readyz tells; then one again', async () => {
    const together = await crowd(100)
    expect(together.passed).toBeGreaterThanOrEqual(BURST)
    expect(together.passed).toBeLessThanOrEqual(2 * BURST + together.tookS * RATE_PER_S)

    await redis.stop()
    await expect
      .poll(async () => {
        await crowd(10)
        return Promise.all(servers.map(unready))
      })
      .toEqual(servers.map(() => expect.stringMatching(/Rates: the store of RATE_STORE cannot be used/)))
    // longer than a bucket takes to be full
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const apart = await crowd(100)
    expect(apart.passed).toBeGreaterThanOrEqual(2 * BURST)

    await redis.start()
    await expect
      .poll(async () => {
        await crowd(10)
        return (await Promise.all(servers.map(unready))).join()
      })
      .not.toMatch(/RATE_STORE/)
  })
})
