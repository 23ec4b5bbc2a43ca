import { expect, test } from 'vitest'
import { listOfKeys } from '../../resolvers/place-lists.ts'
import type { Loaders } from '../../resolvers/loaders.ts'
import { joinPlace } from '../../src/places/one-place.ts'

const hut = (id: number) => {
  const tagsJson = JSON.stringify({ opening_hours: `Mo-Su 05:00-20:${id % 60} "of the ${id}th"` })
  const row = { id, osmType: 'node', osmId: id, name: null, lon: 1.5, lat: 42.5, eleM: null } as const
  return joinPlace(null, { ...row, kind: 'hut', kinds: ['hut'], tagsJson })
}

test('a list of places by their opening hours is judged in turns, so that others are served between them', async () => {
  const loaders = { place: async (id: number) => hut(id) } as unknown as Loaders
  const keys = Array.from({ length: 300 }, (_, i) => ({ id: i + 1 }))
  const filter = { kinds: null, named: null, openAt: '2026-08-03T22:00' }
  // what a server needs once is there
  await listOfKeys(keys.slice(0, 1), filter, loaders)
  let turns = 0
  const count = setInterval(() => turns++, 0)
  const { unknownCount } = await listOfKeys(keys, filter, loaders)
  clearInterval(count)
  expect(unknownCount).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(4)
})
