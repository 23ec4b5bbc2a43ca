// The same laws for each store of rates: PostgreSQL, and Redis or Valkey.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresAccounts } from '../../db/open-accounts.ts'
import { createRedisBuckets } from '../../db/redis-buckets.ts'
import type { BucketStore } from '../../src/metering/shared-buckets.ts'
import { HAS_REDIS, startRedis } from '../support/redis-server.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'

interface Engine {
  open(): BucketStore
  close(): Promise<void>
}

async function postgres(): Promise<Engine> {
  const database = await createTestDatabase()
  const opened: (() => Promise<void>)[] = []
  return {
    open: () => {
      const accounts = openPostgresAccounts(database.url)
      opened.push(async () => {
        await accounts.buckets!.close()
        await accounts.close()
      })
      return accounts.buckets!
    },
    close: async () => {
      for (const close of opened) await close()
      await database.drop()
    },
  }
}

async function redis(): Promise<Engine> {
  const server = await startRedis()
  const opened: BucketStore[] = []
  return {
    open: () => {
      const store = createRedisBuckets(server.url)
      opened.push(store)
      return store
    },
    close: async () => {
      for (const store of opened) await store.close()
      await server.stop()
    },
  }
}

/** An exchange before that fails; the hook's time is the limit. */
async function untilConnected(store: BucketStore): Promise<void> {
  const answers = (): Promise<boolean> =>
    store.exchange([{ name: 'connected', taken: 0, capacity: 1, perS: 1 }]).then(
      () => true,
      () => false,
    )
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe.each([
  ['PostgreSQL (needs TEST_DATABASE_URL)', TEST_DATABASE_URL !== undefined, postgres],
  ['Redis (needs redis-server or valkey-server)', HAS_REDIS, redis],
])('%s', (_name, isHere, start) => {
  describe.skipIf(!isHere)('', () => {
    let engine: Engine
    let stores: BucketStore[]
    const still = { capacity: 1000, perS: 1e-6 }
    beforeAll(async () => {
      engine = await start()
      stores = [engine.open(), engine.open(), engine.open()]
      for (const store of stores) await untilConnected(store)
    })
    afterAll(() => engine?.close())

    test('a new bucket is full, what is taken is gone for all, and may be more than there was', async () => {
      expect(await stores[0].exchange([{ name: 'one', taken: 7, ...still }])).toEqual([expect.closeTo(993, 3)])
      expect(await stores[1].exchange([{ name: 'one', taken: 1000, ...still }])).toEqual([expect.closeTo(-7, 3)])
      expect(await stores[2].exchange([{ name: 'one', taken: 0, ...still }])).toEqual([expect.closeTo(-7, 3)])
    })

    test('what is given back is there, up to the capacity', async () => {
      await stores[0].exchange([{ name: 'back', taken: 5, ...still }])
      expect(await stores[1].exchange([{ name: 'back', taken: -3, ...still }])).toEqual([expect.closeTo(998, 3)])
      expect(await stores[1].exchange([{ name: 'back', taken: -30, ...still }])).toEqual([1000])
      expect(await stores[2].exchange([{ name: 'never seen', taken: -1, ...still }])).toEqual([1000])
      expect(await stores[0].exchange([{ name: 'never seen', taken: 1, ...still }])).toEqual([expect.closeTo(999, 3)])
    })

    test('answers come in the order of the changes', async () => {
      const changes = ['c', 'a', 'b', 'Ä', 'ä'].map((name, i) => ({ name, taken: i + 1, ...still }))
      expect(await stores[0].exchange(changes)).toEqual([1, 2, 3, 4, 5].map((taken) => expect.closeTo(1000 - taken, 3)))
    })

    test('a bucket is refilled by the time that passes', async () => {
      const quick = { capacity: 10, perS: 20 }
      await stores[0].exchange([{ name: 'quick', taken: 10, ...quick }])
      await expect
        .poll(async () => (await stores[1].exchange([{ name: 'quick', taken: 0, ...quick }]))[0], { interval: 50 })
        .toBe(10)
    })

    test('nothing is lost when all servers take at once, in whatever order they name the buckets', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `crowd ${i}`)
      await Promise.all(
        stores.flatMap((store, s) =>
          Array.from({ length: 15 }, () =>
            store.exchange((s % 2 === 0 ? names : names.toReversed()).map((name) => ({ name, taken: 1, ...still }))),
          ),
        ),
      )
      const left = await stores[0].exchange(names.map((name) => ({ name, taken: 0, ...still })))
      expect(left).toEqual(names.map(() => expect.closeTo(1000 - 45, 3)))
    })

    test('names are data, never statements', async () => {
      const names = [`'; drop table bucket; --`, '{other}:x', '"', '\\', 'a\nb', '😀']
      const changes = names.map((name) => ({ name, taken: 1, ...still }))
      await stores[0].exchange(changes)
      expect(await stores[1].exchange(changes)).toEqual(names.map(() => expect.closeTo(998, 3)))
    })
  })
})
