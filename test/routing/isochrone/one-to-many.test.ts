// When places and signed routes are arrived at: on drawings small enough to work out each way by hand.

import { expect, test } from 'vitest'
import { PACE_MODELS, SAC_PACE_FACTOR, SURFACE_PACE_FACTOR } from '../../../src/course/pace-models.ts'
import { IsochronePlanner } from '../../../src/routing/isochrone/isochrone-planner.ts'
import type { ReachInput } from '../../../src/routing/isochrone/isochrone-types.ts'
import { TEST_ENGINE } from '../../support/line-network.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

const BOX: [number, number, number, number] = [1, 42, 2, 43]
/** From A to B 1,000 m straight on over T3, or 1,100 m around on asphalt, which is quicker; C lies 300 m beyond. */
const tiny = tinyGraph('G--F--A--B--C\n      |  |\n      D--E', {
  ...{ cellM: 100, meta: { bbox: BOX } },
  defaults: { way: 'path', highway: 'path', surface: 'paved', sac: 1 },
  trails: [11, 22, 33, 44, 55].map((relationId) => ({ relationId })),
  edges: {
    AB: { lengthMm: 1_000_000, sac: 3, surface: 'trail', trails: [0] },
    AD: { lengthMm: 400_000, trails: [1] },
    DE: { lengthMm: 300_000, trails: [2] },
    BE: { lengthMm: 400_000, trails: [2] },
    BC: { lengthMm: 300_000, trails: [3] },
    AF: { lengthMm: 1_000_000, sac: 3, surface: 'trail' },
    FG: { lengthMm: 300_000, trails: [4] },
  },
})
const planner = new IsochronePlanner(tiny.graph, { engine: TEST_ENGINE })
const minutesOf = (metres: number, way: 'path' | 'asphalt') =>
  (metres *
    PACE_MODELS.hike.levelSPerM *
    (way === 'path' ? SAC_PACE_FACTOR[3] * SURFACE_PACE_FACTOR.trail : SURFACE_PACE_FACTOR.paved)) /
  60
const arrive = (input: Partial<ReachInput>, names: string) =>
  planner.arrivals(
    { from: tiny.at('A'), maxSac: 6, ...input },
    [...names].map((name) => tiny.at(name)),
  )
const tenths = (value: number) => Math.round(value * 10) / 10

test('within minutes a place has those of the quickest way, and the metres of that way', () => {
  const { points } = arrive({ minutes: [60] }, 'ADEBC')
  expect(points).toEqual(
    [0, 400, 700, 1100, 1400].map((metres) => ({ minutes: tenths(minutesOf(metres, 'asphalt')), metres })),
  )
})

test('within metres a place has those of the shortest way, and the minutes of that way', () => {
  const { points } = arrive({ metres: [5000] }, 'DBC')
  const toB = minutesOf(1000, 'path')
  expect(points).toEqual([
    { minutes: tenths(minutesOf(400, 'asphalt')), metres: 400 },
    { minutes: tenths(toB), metres: 1000 },
    { minutes: tenths(toB + minutesOf(300, 'asphalt')), metres: 1300 },
  ])
})

test('from within a way the metres and minutes are those from there on, by either measure', () => {
  const from = tiny.place(7, 0) // a third of the way from A to B
  const near = (got: unknown, metres: number, minutes: number) => {
    const { metres: gotM, minutes: gotMinutes } = got as { metres: number; minutes: number }
    expect(Math.abs(gotM - metres)).toBeLessThan(2)
    expect(Math.abs(gotMinutes - minutes)).toBeLessThan(0.11)
  }
  for (const limit of [{ minutes: [60] }, { metres: [5000] }]) {
    const { points, trails } = arrive({ from, ...limit }, 'ABC')
    const [toA, toB] = [1000 / 3, 2000 / 3]
    near(points[0], toA, minutesOf(toA, 'path'))
    near(points[1], toB, minutesOf(toB, 'path'))
    near(points[2], toB + 300, minutesOf(toB, 'path') + minutesOf(300, 'asphalt'))
    near(
      trails.find(({ relationId }) => relationId === 44),
      toB,
      minutesOf(toB, 'path'),
    )
  }
})

test('the box holds every place that may count, at any latitude', () => {
  for (const lat of [0, 42, -42, 68]) {
    const cross = tinyGraph('  A\n  |\nB-C-D\n  |\n  E', {
      ...{
        cellM: 100,
        origin: [10, lat] as const,
        meta: { bbox: [9, lat - 1, 11, lat + 1] as [number, number, number, number] },
      },
    })
    const beside = [
      cross.place(1.03, 0),
      cross.place(-0.97, 2),
      cross.place(4.97, 2),
      cross.place(2, -0.97),
      cross.place(2, 4.97),
    ]
    const { box, points } = new IsochronePlanner(cross.graph, { engine: TEST_ENGINE }).arrivals(
      { from: cross.at('C'), metres: [5000] },
      beside,
    )
    expect(points).not.toContain(null)
    const [west, south, east, north] = box
    for (const [x, y] of beside) expect(west <= x && x <= east && south <= y && y <= north).toBe(true)
  }
})

test('a place counts up to the limit and not beyond, and up to 100 m from a way', () => {
  expect(arrive({ metres: [1300] }, 'C').points).toEqual([expect.objectContaining({ metres: 1300 })])
  expect(arrive({ metres: [1299] }, 'C').points).toEqual([null])
  const beside = (metres: number) => tiny.place(12, -metres / 100)
  const { points } = planner.arrivals({ from: tiny.at('A'), metres: [5000], maxSac: 6 }, [beside(99), beside(101)])
  expect(points.map((point) => point !== null)).toEqual([true, false])
})

test('signed routes come in the order in which they are arrived at, each where it is met first', () => {
  const trails = (input: Partial<ReachInput>) =>
    arrive(input, '').trails.map(({ relationId, minutes, metres }) => [relationId, minutes, metres])
  const [slow, quick] = [(m: number) => tenths(minutesOf(m, 'path')), (m: number) => tenths(minutesOf(m, 'asphalt'))]
  const atA = [
    [11, 0, 0],
    [22, 0, 0],
    [33, quick(400), 400],
  ]
  expect(trails({ minutes: [60] })).toEqual([...atA, [44, quick(1100), 1100], [55, slow(1000), 1000]])
  expect(trails({ metres: [5000] })).toEqual([...atA, [44, slow(1000), 1000], [55, slow(1000), 1000]])
})

test('towards a place one-way ways count as they are travelled', () => {
  const oneWay = tinyGraph('A->B--C', { cellM: 100, meta: { bbox: BOX } })
  const of = new IsochronePlanner(oneWay.graph, { engine: TEST_ENGINE })
  const metres = (direction: 'from' | 'to', at: string) =>
    of
      .arrivals({ from: oneWay.at(at), direction, metres: [5000] }, ['A', 'B', 'C'].map(oneWay.at))
      .points.map((point) => point?.metres ?? null)
  expect(metres('from', 'B').map((m) => m && Math.round(m / 100))).toEqual([null, 0, 3])
  expect(metres('to', 'B').map((m) => m && Math.round(m / 100))).toEqual([3, 0, 3])
})
