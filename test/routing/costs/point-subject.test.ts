// What messages call the points of a route that has more points than waypoints, or names: places, and trails with a
// start and an end of their own.

import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { type RoutePoint, wordsOfPoints } from '../../../src/routing/costs/point-subject.ts'

/** From A along a trail, which is one waypoint with two points, by a place without a name to B. */
const POINTS: RoutePoint[] = [
  { waypoint: 0, name: 'A', trail: null },
  { waypoint: 1, name: 'GR 7', trail: 'begins' },
  { waypoint: 1, name: 'GR 7', trail: 'ends' },
  { waypoint: 2, name: null, trail: null },
  { waypoint: 3, name: 'B', trail: null },
]
const words = wordsOfPoints(POINTS)

test('a leg is named by the waypoints at its ends, of all waypoints', () => {
  const ends = [0, 1, 2, 3]
    .map((leg) => words.leg(leg, 4))
    .map(({ from, to, of, fromName, toName }) => [from, to, of, fromName, toName])
  expect(ends).toEqual([
    [0, 1, 4, 'A', 'GR 7'],
    [1, 1, 4, 'GR 7', 'GR 7'],
    [1, 2, 4, 'GR 7', null],
    [2, 3, 4, null, 'B'],
  ])
})

test('a point is its waypoint, with its name', () => {
  const subjects = POINTS.map((_, point) => words.subjectOf(point, POINTS.length))
  expect(subjects.map(({ inputPath }) => inputPath)).toEqual(
    [0, 1, 1, 2, 3].map((waypoint) => `waypoints[${waypoint}]`),
  )
  expect(subjects.map(({ point: { index, of, name } }) => [index, of, name])).toEqual([
    [0, 4, 'A'],
    [1, 4, 'GR 7'],
    [1, 4, 'GR 7'],
    [2, 4, null],
    [3, 4, 'B'],
  ])
})

test('a trail is followed where it begins and left where it ends, also at the end of the route', () => {
  const reached = [1, 2, 3].map((point) => english.render(words.reached(point, POINTS.length)))
  expect(reached[0]).toMatch(/GR 7/)
  expect(reached[1]).toMatch(/GR 7/)
  expect(new Set(reached).size).toBe(3)
  expect(words.reached(1, 5).code).toBe('maneuver.via.follow')
  expect(words.reached(2, 5).code).toBe('maneuver.via.leave')
  expect(words.reached(3, 5).code).toBe('maneuver.via')
  expect(words.arrival(5, 'foot').code).toBe('maneuver.arrive')
  expect(wordsOfPoints(POINTS.slice(0, 3)).arrival(3, 'foot').code).toBe('maneuver.arrive.leave')
})
