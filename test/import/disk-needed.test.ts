import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { estimateDiskBytes, toDiskSentence } from '../../src/import/disk-needed.ts'

const facts = { mapBytes: 1e8, box: [1, -0.5, 2, 0.5] as const, arcSeconds: 3 }
const KM2 = 111.195 ** 2

test('disk grows with the map, with the area, and fourfold with heights of a third of the distance', () => {
  const terrainBytes = KM2 * 20_000
  expect(estimateDiskBytes(facts)! / (9e8 + terrainBytes)).toBeCloseTo(1, 3)
  expect(estimateDiskBytes({ ...facts, arcSeconds: 1 })! / (9e8 + 4 * terrainBytes)).toBeCloseTo(1, 3)
  expect(estimateDiskBytes({ ...facts, arcSeconds: 30 })).toBe(estimateDiskBytes(facts))
  for (const [west, east] of [
    [-180, -179],
    [179, 180],
    [179.5, -179.5],
  ])
    expect(estimateDiskBytes({ ...facts, box: [west, -0.5, east, 0.5] })).toBeCloseTo(estimateDiskBytes(facts)!, 3)
})

test('says what is needed and free, warns where it is not enough, and nothing where the map does not say its box', () => {
  expect(toDiskSentence(facts, 'data', 2e9)).toBe('About 1.07 GB of disk are needed in data, 1.86 GB are free.')
  expect(toDiskSentence(facts, 'data', 1e9)).toContain('it may become full')
  expect(toDiskSentence({ ...facts, box: null }, 'data', 1e9)).toBeNull()
  expect(toDiskSentence(facts, tmpdir())).toMatch(/ are free/)
  expect(toDiskSentence(facts, '/no/such/folder')).toBeNull()
})
