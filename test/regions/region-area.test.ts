import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceM, type Box, type LonLat } from '../../src/geo/lon-lat.ts'
import {
  findHoldingMost,
  isInCore,
  listHolding,
  metresOutside,
  notHeld,
  type RegionArea,
} from '../../src/regions/region-area.ts'
import { ringOfBox } from '../../src/import/read-core.ts'
import { waypointSubject } from '../../src/routing/costs/point-subject.ts'
import { caseCount } from '../support/case-count.ts'
import { between } from '../support/arbitraries.ts'

const SLACK_M = 500
const area = (name: string, bbox: Box, core: RegionArea['core'] = null): RegionArea => ({
  name,
  title: name,
  bbox,
  core,
})
/** Two shards of [0, 4] x [0, 2] that overlap between 1 and 3. */
const WEST = area('west', [0, 0, 3, 2], [ringOfBox([0, 0, 2, 2])])
const EAST = area('east', [1, 0, 4, 2], [ringOfBox([2, 0, 4, 2])])
const namesOf = (points: LonLat[]) => listHolding([EAST, WEST], points, SLACK_M).map(({ name }) => name)

describe('which region answers', () => {
  test('that with the point in its core, then any other that contains it', () => {
    expect(namesOf([[1.5, 1]])).toEqual(['west', 'east'])
    expect(namesOf([[2.5, 1]])).toEqual(['east', 'west'])
    expect(namesOf([[0.5, 1]])).toEqual(['west'])
    expect(namesOf([[5, 1]])).toEqual([])
  })

  test('with points in two cores that with most of them, then that with its edge farthest away', () => {
    const mostInWest: LonLat[] = [
      [1.5, 1],
      [1.8, 1],
      [2.1, 1],
    ]
    expect(namesOf(mostInWest)).toEqual(['west', 'east'])
    const nearerToTheEdgeOfEast: LonLat[] = [
      [1.1, 1],
      [2.1, 1],
    ]
    expect(namesOf(nearerToTheEdgeOfEast)).toEqual(['west', 'east'])
    // one no box holds with the others leaves nobody
    expect(namesOf([...mostInWest, [0.5, 1], [3.5, 1]])).toEqual([])
  })

  test('a waypoint may lie outside by the snap radius', () => {
    const beside: LonLat = [3 + 400 / 111_195, 0]
    expect(listHolding([WEST], [beside], SLACK_M)).toHaveLength(1)
    expect(listHolding([WEST], [beside], 300)).toHaveLength(0)
  })

  test('rings are read by the even-odd rule: a ring in a ring is a hole', () => {
    const withHole = area('hole', [0, 0, 4, 4], [ringOfBox([0, 0, 4, 4]), ringOfBox([1, 1, 2, 2])])
    expect(isInCore(withHole, [0.5, 0.5])).toBe(true)
    expect(isInCore(withHole, [1.5, 1.5])).toBe(false)
    expect(isInCore(withHole, [5, 1])).toBe(false)
  })

  test('a line goes to the region with most of it, and one outside of all to the nearest', () => {
    const most = (points: LonLat[]) => findHoldingMost([EAST, WEST], points)?.name
    expect(
      most([
        [0.5, 1],
        [1.5, 1],
        [3.5, 1],
      ]),
    ).toBe('west')
    expect(most([[4.5, 1]])).toBe('east')
    expect(most([[-0.5, 1]])).toBe('west')
    expect(findHoldingMost([], [[0, 0]])).toBeUndefined()
  })

  test('of shards with equal overlaps, every single point goes to the core that holds it, whatever their order', () => {
    const cells = [0, 1, 2].flatMap((x) =>
      [0, 1, 2].map((y) =>
        area(`s-${x}-${y}`, [x - 0.4, y - 0.4, x + 1.4, y + 1.4], [ringOfBox([x, y, x + 1, y + 1])]),
      ),
    )
    const inside = between(0.0001, 2.9999)
    fc.assert(
      fc.property(inside, inside, fc.shuffledSubarray(cells, { minLength: 9 }), (lon, lat, areas) => {
        const [first] = listHolding(areas, [[lon, lat]], 0)
        expect(first.name).toBe(`s-${Math.floor(lon)}-${Math.floor(lat)}`)
      }),
      { numRuns: caseCount(300, 5000) },
    )
  })
})

describe('what no region holds', () => {
  test('a point outside all is refused with the distance to the nearest', () => {
    const error = notHeld(
      [EAST, WEST],
      [
        [1, 1],
        [5, 1],
      ],
      SLACK_M,
      waypointSubject,
    )
    const awayKm = (distanceM(5, 1, 4, 1) / 1000).toFixed(1)
    expect(error.code).toBe('outside_region')
    expect(error.inputPath).toBe('waypoints[1]')
    expect(error.message).toBe(
      `Waypoint 2 of 2 at [5, 1] lies ${awayKm} km outside the nearest of the regions served here, east.`,
    )
  })

  test('points in different regions are refused by name, with how far the one lies outside the other', () => {
    const error = notHeld(
      [EAST, WEST],
      [
        [0.5, 1],
        [1.5, 1],
        [3.5, 1],
      ],
      SLACK_M,
      waypointSubject,
    )
    expect(error.inputPath).toBe('waypoints[2]')
    expect(error.message).toContain(
      `lies in the region east, ${(distanceM(3.5, 1, 3, 1) / 1000).toFixed(1)} km outside west`,
    )
  })

  test('the distance to a box is 0 inside and on its edge alone', () => {
    const degrees = fc.integer({ min: -5000, max: 5000 }).map((n) => n / 1000)
    fc.assert(
      fc.property(degrees, degrees, (lon, lat) => {
        const isInside = lon >= 0 && lon <= 3 && lat >= 0 && lat <= 2
        expect(metresOutside(WEST.bbox, [lon, lat]) === 0).toBe(isInside)
      }),
    )
  })
})
