import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { Box } from '../../src/geo/lon-lat.ts'
import { createJointTerrain, type TerrainMember } from '../../src/regions/joint-terrain.ts'

/** A terrain that is `heightM` everywhere in its box but where `isVoid` says. */
function member(name: string, bbox: Box, heightM: number, isVoid = (_lon: number) => false): TerrainMember {
  const version = `t-${name}`
  return {
    area: { name, title: name, bbox, core: null },
    keeps: (requested) => requested === version,
    terrain: {
      async sample(release, points, z) {
        if (release !== 'current' && release !== version) throw new ServiceError('not_found', 'unknown')
        return {
          release: version,
          z: z ?? 12,
          heightsM: points.map(([lon]) => (lon < bbox[0] || lon > bbox[2] || isVoid(lon) ? null : heightM)),
        }
      },
    },
  }
}
const WEST = member('west', [0, 0, 2, 2], 100, (lon) => lon > 1.5)
const EAST = member('east', [1, 0, 3, 2], 200)
const joint = createJointTerrain(() => [WEST, EAST])

describe('the terrain of several regions', () => {
  test('reads each point where it lies, and a void from any other region that covers it', async () => {
    const points = [0.5, 1.7, 2.5].map((lon): [number, number] => [lon, 1])
    expect(await joint.sample('current', points, 11)).toEqual({
      release: 't-east+t-west',
      z: 11,
      heightsM: [100, 200, 200],
    })
  })

  test('a height that nobody has is null', async () => {
    expect((await joint.sample('current', [[9, 1]], null)).heightsM).toEqual([null])
  })

  test('the versions of an answer may be requested, together and alone', async () => {
    expect((await joint.sample('t-west+t-east', [[2.5, 1]], null)).heightsM).toEqual([200])
    expect((await joint.sample('t-west', [[2.5, 1]], null)).heightsM).toEqual([null])
    await expect(joint.sample('t-nobody', [[2.5, 1]], null)).rejects.toThrow(ServiceError)
    await expect(joint.sample('t-west+t-nobody', [[0.5, 1]], null)).rejects.toThrow(ServiceError)
  })
})
