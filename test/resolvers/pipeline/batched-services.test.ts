import { expect, test } from 'vitest'
import type { Services } from '../../../src/services.ts'
import { BatchLoader } from '../../../resolvers/pipeline/batch-loader.ts'
import { batchedServices } from '../../../resolvers/pipeline/batched-services.ts'

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
    const asked = shared.terrain.sample('a', points, 12)
    resumed = 0
    const { heightsM } = await asked
    expect(heightsM).toHaveLength(count)
    expect(resumed).toBeGreaterThan(0)
  },
)
