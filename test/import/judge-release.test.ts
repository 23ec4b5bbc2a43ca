import { expect, test } from 'vitest'
import { compareReleases, refuseShrinkage } from '../../src/import/publish-release.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import { sampleRelease } from '../map/style/sample-release.ts'

const release = (counts: Record<string, number>, more: Partial<ReleaseInfo> = {}): ReleaseInfo => ({
  ...sampleRelease('r', '2026-01-01T00:00:00Z'),
  counts,
  ...more,
})

test('a count that falls by more than the share is refused and named; one that falls by less is not', () => {
  const live = release({ edges: 1000, places: 500, terrainTiles: 40 })
  const judge = (counts: Record<string, number>, share: number) =>
    refuseShrinkage(compareReleases(live, release(counts)), share)
  expect(() => judge({ edges: 900, places: 450, terrainTiles: 36 }, 0.1)).not.toThrow()
  expect(() => judge({ edges: 899, places: 500, terrainTiles: 20 }, 0.1)).toThrow(
    /shrink by more than 10 %: 899 edges instead of 1,000, 20 terrain tiles instead of 40\. .*--accept-shrink/,
  )
  expect(() => judge({ edges: 899, places: 500, terrainTiles: 40 }, 0.2)).not.toThrow()
  expect(() => judge({ edges: 0, places: 0, terrainTiles: 0 }, 1)).not.toThrow()
})

test('releases of other places, made-up ones, and counts that one of both lacks are not compared', () => {
  const live = release({ edges: 1000, old: 7 }, { bbox: [1, 42, 2, 43] })
  expect(compareReleases(null, live)).toEqual([])
  expect(compareReleases(live, release({ edges: 1 }, { bbox: [2, 42, 3, 43] }))).toEqual([])
  expect(compareReleases({ ...live, synthetic: !live.synthetic }, live)).toEqual([])
  expect(compareReleases(live, release({ places: 1, edges: 5 }, { bbox: [1.5, 42, 3, 43] }))).toEqual([
    { what: 'edges', live: 1000, built: 5 },
  ])
})

test('few of anything prove nothing', () => {
  const few = compareReleases(release({ namedTrails: 19 }), release({ namedTrails: 0 }))
  expect(() => refuseShrinkage(few, 0.1)).not.toThrow()
})
