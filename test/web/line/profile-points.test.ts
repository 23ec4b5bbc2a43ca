import { expect, test } from 'vitest'
import { profileParts, profilePoints } from '../../../src/web/line/shown-line.ts'

const columns = { lon: [1, 1.1, 1.2], lat: [42, 42.1, 42.2], elevationM: [1000, null, 1200] }

test('points of a profile are its columns side by side, a void without a height', () => {
  expect(profilePoints(columns)).toEqual([
    [1, 42, 1000],
    [1.1, 42.1, null],
    [1.2, 42.2, 1200],
  ])
})

test('parts end where the series says', () => {
  const parts = [
    { first: 0, last: 0 },
    { first: 1, last: 2 },
  ]
  expect(profileParts({ columns, parts }).map((part) => part.length)).toEqual([1, 2])
})
