import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReleaseInfo, ReleaseService } from '../../src/releases/release-info.ts'
import { openTerrainService } from '../../src/terrain/terrain-service.ts'
import { makeFolder, TERRARIUM, writeArchive } from './make-terrain.ts'

const folder = makeFolder()
const POINT = [10.5, 45] as const

function release(version: string): ReleaseInfo {
  return {
    id: version,
    name: 'test',
    builtAt: '2026-01-01T00:00:00Z',
    promotedAt: null,
    bbox: [0, 0, 1, 1],
    synthetic: true,
    attributions: [],
    counts: {},
    artifacts: [{ name: 'terrain', version, file: `${version}.pmtiles`, sourceTs: null, bytes: null, sha256: null }],
  }
}

/** Releases whose list the test changes; the first is live. */
function makeReleases(kept: ReleaseInfo[]): ReleaseService & { kept: ReleaseInfo[] } {
  return {
    kept,
    findLive() {
      return this.kept[0] ?? null
    },
    listKept() {
      return this.kept
    },
    findArtifactFile: () => null,
    findArtifactPlace(artifact, version) {
      return artifact === 'terrain' && this.kept.some(({ id }) => id === version)
        ? join(folder, `${version}.pmtiles`)
        : null
    },
  }
}

describe('terrain service', () => {
  beforeAll(async () => {
    for (const [version, heightM] of [
      ['t1', 100],
      ['t2', 200],
    ] as const) {
      await writeArchive(
        join(folder, `${version}.pmtiles`),
        6,
        [
          [33, 22],
          [33, 23],
          [34, 22],
          [34, 23],
        ],
        () => heightM,
        { size: 256, format: 'png', pack: TERRARIUM },
      )
    }
    writeFileSync(join(folder, 'broken.pmtiles'), 'not terrain')
  })

  test('answers current and every kept version by name, with the zoom it used', async () => {
    const terrain = openTerrainService(makeReleases([release('t2'), release('t1')]))
    expect(await terrain.sample('current', [POINT, [-100, 0]], null)).toEqual({
      release: 't2',
      z: 6,
      heightsM: [200, null],
    })
    expect(await terrain.sample('t1', [POINT], 22)).toEqual({ release: 't1', z: 6, heightsM: [100] })
    await terrain.close()
  })

  test('knows no unknown or retired release', async () => {
    const releases = makeReleases([release('t2'), release('t1')])
    const terrain = openTerrainService(releases)
    await expect(terrain.sample('t9', [POINT], null)).rejects.toMatchObject({ code: 'not_found', inputPath: 'release' })
    await terrain.sample('t1', [POINT], null)
    releases.kept = [release('t2')]
    await expect(terrain.sample('t1', [POINT], null)).rejects.toMatchObject({ code: 'not_found' })
    await terrain.close()
  })

  test('follows current to the new release at once', async () => {
    const releases = makeReleases([release('t1')])
    const terrain = openTerrainService(releases)
    expect((await terrain.sample('current', [POINT], null)).heightsM).toEqual([100])
    releases.kept = [release('t2'), release('t1')]
    expect((await terrain.sample('current', [POINT], null)).heightsM).toEqual([200])
    await terrain.close()
  })

  test('lets an answer under way finish before it closes a retired file', async () => {
    const releases = makeReleases([release('t1')])
    const terrain = openTerrainService(releases)
    let go = (): void => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const slow = terrain.withTerrain('t1', async (file) => {
      await gate
      return file.sample([POINT], null)
    })
    releases.kept = [release('t2')]
    await terrain.sample('current', [POINT], null)
    go()
    expect((await slow).heightsM).toEqual([100])
    await terrain.close()
  })

  test('is unavailable while nothing is published and where the file is broken, and recovers', async () => {
    const releases = makeReleases([])
    const terrain = openTerrainService(releases)
    await expect(terrain.sample('current', [POINT], null)).rejects.toMatchObject({ code: 'terrain_unavailable' })
    await expect(terrain.sample('t1', [POINT], null)).rejects.toMatchObject({ code: 'not_found' })
    releases.kept = [release('broken')]
    await expect(terrain.sample('current', [POINT], null)).rejects.toMatchObject({ code: 'terrain_unavailable' })
    await writeArchive(
      join(folder, 'broken.pmtiles'),
      6,
      [
        [33, 22],
        [33, 23],
      ],
      () => 300,
      { size: 256, format: 'png', pack: TERRARIUM },
    )
    expect((await terrain.sample('current', [POINT], null)).heightsM).toEqual([300])
    await terrain.close()
  })
})
