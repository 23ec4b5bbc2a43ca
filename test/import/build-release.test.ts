import { expect, test } from 'vitest'
import { toCoverageWarning } from '../../src/import/build-release.ts'

test.each([
  [0.6304, /cover 63 % of the region/],
  [0.8999, /cover 89\.9 % of the region/],
  [0.0001, /cover less than 0\.1 % of the region/],
])('height files that cover %d of the region are warned of with their share', (share, words) => {
  expect(toCoverageWarning(share)).toMatch(words)
})

test.each([0.9, 0.95, 1])('those that cover %d of it are not', (share) => {
  expect(toCoverageWarning(share)).toBeNull()
})
