// Real data and the demo region through the real command.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PROGRAM } from '../../src/demo/make-demo.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { SYNTHETIC_PROGRAM } from '../../src/import/build-network-file.ts'
import { openReleaseStore } from '../../src/maps/release-store.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { temporaryFolder } from '../maps/sample-release.ts'
import { runImportCommand } from './sample-input.ts'

const ANDORRA = join(process.env.REAL_DATA_DIR ?? join(import.meta.dirname, '../../../shared/data'), 'andorra')

const openGraph = (path: string) => {
  const bytes = readFileSync(path)
  return RoutingGraph.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
}

async function publish(words: string[], script?: string) {
  const dataDir = temporaryFolder()
  const ended = await runImportCommand([...words, '--data', dataDir], { script })
  expect(ended, ended.stderr).toMatchObject({ status: 0 })
  const store = openReleaseStore(dataDir, { keep: 2 })
  const live = store.findLive()!
  const file = (name: string) =>
    store.findArtifactFile(name, live.artifacts.find((artifact) => artifact.name === name)!.version)!
  const paths = { network: file('network'), terrain: file('terrain') }
  store.close()
  return { live, paths, stdout: ended.stdout }
}

describe('import of whole regions', () => {
  test('knows the demo region by the program that its file names', () => {
    expect(SYNTHETIC_PROGRAM).toBe(DEMO_PROGRAM)
  })

  test.skipIf(!existsSync(ANDORRA))(
    'publishes Andorra within 500 MB, with its dates, counts and heights (needs real data)',
    async () => {
      const dems = ['N42E001.hgt', 'N41E001.hgt'].map((name) => join(ANDORRA, name))
      const { live, paths, stdout } = await publish([
        join(ANDORRA, 'andorra-2025-01-19.osm.pbf'),
        '--dem',
        ...dems,
        '--name',
        'andorra',
      ])
      expect(Number(/peak memory ([\d.]+) MB/.exec(stdout)![1])).toBeLessThan(500)
      expect(stdout).toContain('471,006 nodes, 24,607 ways, 614 relations')
      expect(Date.parse(live.artifacts[0].sourceTs!)).toBe(Date.parse('2025-01-19T21:21:36Z'))
      expect(live.bbox.map((value) => Number(value.toFixed(4)))).toEqual([1.4124, 42.4276, 1.7875, 42.6572])
      expect(live.example?.waypoints).toHaveLength(2)
      const graph = openGraph(paths.network)
      expect([graph.nodeCount, graph.edgeCount]).toEqual([live.counts.nodes, live.counts.edges])
      const terrain = await openTerrain(paths.terrain)
      // the SRTM value there, voids of the tile excepted, within the 0.6 m of decision D10
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
    const script = join(import.meta.dirname, '../../src/import/import-demo.ts')
    const first = await publish([], script)
    expect(first.live).toMatchObject({ name: 'demo', synthetic: true })
    expect(first.live.attributions).toHaveLength(1)
    expect(first.live.attributions[0].text).toMatch(/^Synthetic demo region/)
    expect(first.live.example?.waypoints).toHaveLength(2)
    const graph = openGraph(first.paths.network)
    expect(graph.edgeCount).toBeGreaterThan(500)
  })
})
