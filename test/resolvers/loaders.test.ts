// What a document asks the stores in batches is what it would ask alone.

import { expect, test } from 'vitest'
import { createLoaders } from '../../resolvers/loaders.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import type { Services } from '../../src/services.ts'

const OPTIONS = { signal: new AbortController().signal, caller: 'someone' } as never
const loadersOver = (services: object) =>
  createLoaders({ clock: { nowMs: () => 0 }, ...services } as unknown as Services, OPTIONS)

test('forecasts of places are requested together where days and kind are the same, and never under another kind', async () => {
  const questions: [number, number, string][] = []
  const loaders = loadersOver({
    weather: {
      async getSeries(places: readonly LonLat[], days: number, _: unknown, kind: string) {
        questions.push([places.length, days, kind])
        return { points: places.map((place) => ({ place, days, kind })) }
      },
    },
  })
  const wanted = (['weather', 'freezing', 'snow'] as const).flatMap((kind) =>
    [2, 7].flatMap((days) => ([1, 2] as const).map((lon) => ({ at: [lon, 42] as LonLat, days, kind }))),
  )
  const answers = await Promise.all(wanted.map(({ at, days, kind }) => loaders.weatherSeries(at, days, kind)))
  expect(answers.map(({ points }) => points)).toEqual(wanted.map(({ at, days, kind }) => [{ place: at, days, kind }]))
  expect(questions.sort()).toEqual(
    ['freezing', 'snow', 'weather'].flatMap((kind) => [2, 7].map((days) => [2, days, kind])).sort(),
  )
})

test('heights are to a tenth of a metre, as in REST, and null where it has none', async () => {
  const heights = [1234.5678, null, 12.04]
  const loaders = loadersOver({ terrain: { sample: async () => ({ heightsM: heights }) } })
  expect(await Promise.all(heights.map((_, i) => loaders.height([i, 42])))).toEqual([1234.6, null, 12])
})

test.each([
  [[5000], false],
  [[5001], true],
  [[2500, 2500], false],
  [[2500, 2501], true],
  [[4000, 4000, 2], true],
])('a line in parts of %j points is thinned: %s', async (counts, isThinned) => {
  const jobs: string[] = []
  const loaders = loadersOver({
    findNetworkRevision: () => null,
    releases: { findLive: () => null },
    async run(kind: string, { maxPoints }: { maxPoints: number }) {
      jobs.push(`${kind} ${maxPoints}`)
      return { value: { geometry: 'thinned' } }
    },
  })
  const parts = counts.map((count) => Array.from({ length: count }, (_, i): LonLat => [i / 1e4, 42]))
  const geometry = await loaders.trailGeometry({ parts })
  expect(jobs).toEqual(isThinned ? ['simplify 5000'] : [])
  if (isThinned) expect(geometry).toBe('thinned')
  else expect(geometry).toMatchObject({ type: 'MultiLineString', coordinates: parts })
})
