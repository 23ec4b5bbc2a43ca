// PostgreSQL killed under a server that is asked without a pause: nothing may be a 500 or hang, everything that needs
// it is 503 `busy`, what was lost can be read, and the server takes it up again by itself.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLUSTER_PROGRAMS, startOwnCluster, type OwnCluster } from '../support/own-cluster.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPostgres } from '../../db/load-postgres.ts'
import { copyDemo, releaseOf } from '../support/prepared-regions.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

const HANGS_AFTER_MS = 10_000

describe.skipIf(CLUSTER_PROGRAMS === null)('a database that is killed (needs PostgreSQL installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-killed-'))
  let cluster: OwnCluster
  let server: RealServer
  beforeAll(async () => {
    cluster = await startOwnCluster()
    await copyDemo(folder)
    const { live, paths } = await releaseOf('demo')
    const { version } = live.artifacts.find(({ name }) => name === 'catalogue')!
    await (await loadPostgres(cluster.url, { path: paths.catalogue, version, releaseId: live.id })).promote()
    const environment = { DATABASE_URL: cluster.url, METERING: 'on', TRUSTED_PROXIES: '127.0.0.1' }
    server = await startRealServer(environment, folder)
  }, 300_000)
  afterAll(async () => {
    await server?.stop()
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  let requested = 0
  /** Each from another address, so that no rate ends the load. */
  const ask = async (path: string, body?: unknown): Promise<{ status: number; code: string | null; text: string }> => {
    const number = requested++
    const answer = await fetch(`${server.api}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
    })
    const text = await answer.text()
    return { status: answer.status, code: /"(?:code|error)":"(\w+)"/.exec(text)?.[1].toLowerCase() ?? null, text }
  }
  const graphql = { query: '{ search(text: "weg", first: 1) { nodes { __typename } } }' }
  const questions = [
    () => ask('/search/v1/forward?q=weg'),
    () => ask('/search/v1/reverse?lat=30.1&lon=-39.9&radius_m=5000'),
    () => ask('/trails/v1/search?q=weg'),
    () => ask('/graphql', graphql),
  ]
  const GRAPHQL = questions.length - 1
  const lost = async () => JSON.parse((await ask('/readyz')).text) as { status: string; lost?: string[] }

  test('is 503 busy from the first failed query on, is named by /readyz, and is taken up when it is back', async () => {
    for (const question of questions) expect((await question()).status).toBe(200)
    // its threads may still be starting
    await expect.poll(lost).toMatchObject({ status: 'ready' })

    const seen = new Map<string, number>()
    let asking = true
    const askers = questions.flatMap((question, number) =>
      [1, 2].map(async () => {
        while (asking) {
          const { status, code } = await question().catch((thrown) => ({ status: 0, code: String(thrown) }))
          const what = `${number === GRAPHQL ? 'GraphQL' : 'REST'} ${status} ${code}`
          seen.set(what, (seen.get(what) ?? 0) + 1)
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }),
    )
    const count = (whats: readonly string[]) => whats.reduce((sum, what) => sum + (seen.get(what) ?? 0), 0)
    const expectMore = async (...whats: string[]) => {
      const before = count(whats)
      await expect.poll(() => count(whats), { message: whats.join() }).toBeGreaterThan(before + 20)
    }
    await expectMore('REST 200 null')
    await expectMore('GraphQL 200 null')
    expect([...seen.keys()].sort(), 'all is well until it is killed').toEqual(['GraphQL 200 null', 'REST 200 null'])
    await cluster.kill()
    await expectMore('REST 503 busy')
    // before the loss of keys is noticed GraphQL answers what did run: 200, the code beside each field that did not
    await expectMore('GraphQL 503 busy', 'GraphQL 200 busy')
    // keys and credits are looked after every few seconds, and noticed then
    await expect.poll(lost).toMatchObject({
      status: 'degraded',
      lost: ['Places and trails', 'Keys and credits'],
    })
    expect((await ask('/healthz')).status).toBe(200)
    for (const question of questions) expect(await question()).toMatchObject({ code: 'busy' })

    await cluster.start()
    for (const question of questions) await expect.poll(async () => (await question()).status).toBe(200)
    await expect.poll(lost).toMatchObject({ status: 'ready' })
    await expectMore('REST 200 null')
    await expectMore('GraphQL 200 null')
    asking = false
    await Promise.all(askers)
    await cluster.kill()
    expect(await server.stop(), 'it ends as it does with its database').toBe(0)
    const others = [...seen.keys()].filter((what) => !/^(REST|GraphQL) (200 null|503 busy)$/.test(what))
    expect(
      others.filter((what) => what !== 'GraphQL 200 busy'),
      'nothing else was answered',
    ).toEqual([])
  })
})
