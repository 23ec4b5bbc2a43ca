// Coordinates in the search box: what was written is offered as it is, and the other way round where only that is on
// the map.

import { afterAll, expect, test } from 'vitest'
import { playPage } from '../../support/explorer-page.ts'

const page = playPage()
const { findHits } = await import('../../../src/web/state/search-hits.ts')
const { config } = await import('../../../src/web/plan/session.ts')
const { region } = config
afterAll(() => {
  config.region = region
  page.close()
})

const offered = async (text: string) =>
  (await findHits(text, new AbortController().signal)).map(({ location, isSwapped }) => [...location, isSwapped])

test.each([
  ['on the map', [1, 42, 2, 43], '42.5, 1.5', [[1.5, 42.5, false]]],
  [
    'that lie on it the other way round',
    [1, 42, 2, 43],
    '1.5, 42.5',
    [
      [1.5, 42.5, true],
      [42.5, 1.5, false],
    ],
  ],
  ['that lie on it either way', [0, 0, 90, 90], '42.5, 1.5', [[1.5, 42.5, false]]],
  ['that lie on it neither way', [1, 42, 2, 43], '10, 20', [[20, 10, false]]],
  ['whose longitude is no latitude', [1, 42, 2, 43], '1.5, 142.5', [[142.5, 1.5, false]]],
])('coordinates %s', async (_, bbox, text, hits) => {
  config.region = { ...region!, bbox }
  expect(await offered(text)).toEqual(hits)
})
