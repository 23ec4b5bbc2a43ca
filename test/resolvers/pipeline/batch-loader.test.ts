// Runs of one link over a list ask once for all, and few of them go on in one turn of the event loop.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Services } from '../../../src/services.ts'
import { BatchLoader, batchedServices } from '../../../resolvers/pipeline/batch-loader.ts'

/** Of a turn: 4,000 items, 200 more for each run, and the run that exceeds it. */
const MOST_ITEMS = 4000 + 512

test.each([
  ['runs of many points', 100, 512],
  ['many runs of one point', 400, 1],
  ['few', 3, 5],
])('%s', async (_name, runs, itemsOfRun) => {
  const loader = new BatchLoader()
  const loads: number[] = []
  let inTurn = 0
  let most = 0
  let isDone = false
  const look = (): void => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const answers = await Promise.all(
    Array.from({ length: runs }, async (_, run) => {
      const member = loader.join()
      const items = Array.from({ length: itemsOfRun }, (__, item) => run * itemsOfRun + item)
      const answer = await member.ask('twice', items, async (all) => {
        loads.push(all.length)
        return all.map((one) => 2 * one)
      })
      inTurn += itemsOfRun + 200
      member.leave()
      return answer
    }),
  )
  isDone = true
  look()
  expect(loads).toEqual([runs * itemsOfRun])
  expect(answers.flat()).toEqual(Array.from({ length: runs * itemsOfRun }, (_, i) => 2 * i))
  expect(most).toBeLessThanOrEqual(MOST_ITEMS + 200)
})

test('what cannot be loaded fails for all', async () => {
  const loader = new BatchLoader()
  const asks = [1, 2].map((item) => loader.join().ask('broken', [item], () => Promise.reject(new Error('no'))))
  expect((await Promise.allSettled(asks)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

type Terrain = Services['terrain']

/** Takes turns of the main thread, as a disk does. */
const terrain: Pick<Terrain, 'sample'> = {
  async sample(release, points, z) {
    await new Promise((resolve) => setImmediate(resolve))
    return { release, z: z!, heightsM: points.map(() => 1) }
  },
}

test.each([0, 1, 4000, 4001])(
  'what follows the heights of %i points is counted for who asked, alone or with others',
  async (count) => {
    let resumed = 0
    const member = new BatchLoader().join()
    const shared = batchedServices({ terrain } as unknown as Services, member, () => resumed++)
    const points = Array.from({ length: count }, (): [number, number] => [1, 42])
    const requested = shared.terrain.sample('a', points, 12)
    resumed = 0
    const { heightsM } = await requested
    expect(heightsM).toHaveLength(count)
    expect(resumed).toBeGreaterThan(0)
  },
)

test('runs share a question where it is the same: other days, kinds, releases and zooms are requested apart', async () => {
  let calls = 0
  const services = {
    terrain: {
      async sample(release: string, points: readonly unknown[], z: number) {
        calls++
        return { release, z, heightsM: points.map(() => z) }
      },
    },
    weather: {
      async getSeries(places: readonly unknown[], days: number, _asking: unknown, kind: string) {
        calls++
        return { points: places.map((place) => ({ place, days, kind })), runs: new Map() }
      },
    },
  } as unknown as Services
  const question = fc.record({
    release: fc.constantFrom('a', 'b'),
    z: fc.constantFrom(11, 12),
    days: fc.constantFrom(2, 7),
    kind: fc.constantFrom('weather', 'snow'),
    at: fc.tuple(fc.nat(3), fc.nat(3)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 6 }), async (questions) => {
      calls = 0
      const loader = new BatchLoader()
      const members = questions.map(() => loader.join())
      await Promise.all(
        questions.map(async ({ release, z, days, kind, at }, i) => {
          const { terrain, weather } = batchedServices(services, members[i], () => undefined)
          const [heights, { points }] = await Promise.all([
            terrain.sample(release, [at], z),
            weather.getSeries([at], days, {} as never, kind as 'weather'),
          ])
          members[i].leave()
          expect(heights).toEqual({ release, z, heightsM: [z] })
          expect(points).toEqual([{ place: at, days, kind }])
        }),
      )
      const distinct = (keyOf: (one: (typeof questions)[0]) => string) => new Set(questions.map(keyOf)).size
      expect(calls).toBe(
        distinct(({ release, z }) => `${release} ${z}`) + distinct(({ days, kind }) => `${days} ${kind}`),
      )
    }),
  )
})
