// Runs of one link over a list ask once for all, and few of them go on in one turn of the event loop.

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
