import { expect, test } from 'vitest'
import type { Box } from '../../../src/geo/lon-lat.ts'
import { regionBox } from '../../../src/graph/build/region-box.ts'

const of = (headers: (Box | null)[], points: [lon: number, lat: number][]) =>
  regionBox(
    headers,
    Int32Array.from(points, ([lon]) => Math.round(lon * 1e7)),
    Int32Array.from(points, ([, lat]) => Math.round(lat * 1e7)),
  )

test('headers say what the files cover; without them it is what the network spans', () => {
  const points: [number, number][] = [
    [1.5, 42.5],
    [-0.5, 42.6],
  ]
  expect(of([[-1, 42, 2, 43]], points)).toEqual([-1, 42, 2, 43])
  expect(
    of(
      [
        [-1, 42, 2, 43],
        [2, 42, 4, 44],
      ],
      points,
    ),
  ).toEqual([-1, 42, 4, 44])
  expect(of([null], points)).toEqual([-0.5, 42.5, 1.5, 42.6])
  expect(of([[-1, 42, 2, 43], null], points)).toEqual([-1, 42, 2, 43])
})

test('of a region across the antimeridian the west lies east of its east, whatever its header says', () => {
  const fiji: [number, number][] = [
    [177.2, -18],
    [178.4, -17.5],
    [180, -16.5],
    [-179.9, -16.8],
    [-178.8, -18.2],
  ]
  for (const header of [null, [-180, -20, 180, -12], [177, -20, -178, -12]] as (Box | null)[])
    expect(of([header], fiji)).toEqual([177.2, -18.2, -178.8, -16.5])
})

test('a header that lies across does not make a strip of a network that does not', () => {
  expect(
    of(
      [[177, -20, -178, -12]],
      [
        [178, -18],
        [179, -17],
      ],
    ),
  ).toEqual([178, -18, 179, -17])
})

test('a network that spans most of the world stays whole', () => {
  const world: [number, number][] = [-170, -90, -10, 20, 100, 170].map((lon) => [lon, 10])
  expect(of([null], world)).toEqual([-170, 10, 170, 10])
})
