import { expect, test } from 'vitest'
import { legWords, waypointSubject } from '../../../src/routing/costs/point-subject.ts'
import { waypointLabel, withWaypointLabels } from '../../../src/web/i18n/waypoint-label.ts'

test('waypoints are signed A, B, C, and go on after Z', () => {
  expect([0, 1, 2, 25, 26, 27, 51, 52, 99].map(waypointLabel)).toEqual([
    'A',
    'B',
    'C',
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
    'CV',
  ])
})

test('messages of the service name waypoints by their signs', () => {
  expect(withWaypointLabels(`${waypointSubject(0, 3).words} is too far.`)).toBe('Waypoint A is too far.')
  expect(withWaypointLabels(`No path leads from ${legWords(1, 2)}: none.`)).toBe(
    'No path leads from waypoint B to C: none.',
  )
  expect(withWaypointLabels('Waypoint 2 of 3 reached. Head east.')).toBe('Waypoint B reached. Head east.')
  expect(withWaypointLabels('Put a waypoint between; at most 60 km.')).toBe('Put a waypoint between; at most 60 km.')
})
