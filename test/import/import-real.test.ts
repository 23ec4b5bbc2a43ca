// Real data and the demo region through the real command, which ran once for all tests (prepared-regions.ts).

import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PROGRAM } from '../../src/demo/make-demo.ts'
import { SYNTHETIC_PROGRAM } from '../../src/import/check-input.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { hasAndorra, networkOf, releaseOf } from '../support/prepared-regions.ts'

describe('import of whole regions', () => {
  beforeAll(async () => {
    await releaseOf('demo')
    if (hasAndorra) await releaseOf('andorra')
  })

  test('knows the demo region by the program that its file names', () => {
    expect(SYNTHETIC_PROGRAM).toBe(DEMO_PROGRAM)
  })

  test.skipIf(!hasAndorra)(
    'publishes Andorra within 500 MB, with its dates, counts and heights (needs real data)',
    async () => {
      const { live, paths, stdout } = await releaseOf('andorra')
      expect(Number(/peak memory ([\d.]+) MB/.exec(stdout)![1])).toBeLessThan(500)
      expect(stdout).toContain('471,006 nodes, 24,607 ways, 614 relations')
      expect(Date.parse(live.artifacts[0].sourceTs!)).toBe(Date.parse('2025-01-19T21:21:36Z'))
      expect(live.bbox.map((value) => Number(value.toFixed(4)))).toEqual([1.4124, 42.4276, 1.7875, 42.6572])
      expect(live.example?.waypoints).toHaveLength(2)
      const graph = await networkOf('andorra')
      expect([graph.nodeCount, graph.edgeCount]).toEqual([live.counts.nodes, live.counts.edges])
      const terrain = await openTerrain(paths.terrain)
      // the SRTM value there, voids of the tile excepted, within the 0.6 m of decision `heights`
      const sample = await terrain.sample(
        [
          [1.5218, 42.5063],
          [1.4442, 42.5917],
        ],
        null,
      )
      await terrain.close()
      expect(Math.abs(sample.heightsM[0]! - 1017.4)).toBeLessThan(0.6)
      expect(Math.abs(sample.heightsM[1]! - 2896.1)).toBeLessThan(0.6)
    },
  )

  test('publishes the demo region by the same import, marked as synthetic, with its example walk', async () => {
    const { live } = await releaseOf('demo')
    expect(live).toMatchObject({ name: 'demo', synthetic: true })
    expect(live.attributions).toHaveLength(1)
    expect(live.attributions[0].text).toMatch(/^Synthetic demo region/)
    expect(live.example?.waypoints).toHaveLength(2)
    const graph = await networkOf('demo')
    expect(graph.edgeCount).toBeGreaterThan(500)
  })
})
