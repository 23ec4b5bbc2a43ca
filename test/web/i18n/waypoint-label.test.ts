import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import { waypointLeg, waypointSubject } from '../../../src/routing/costs/point-subject.ts'
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
  const { point } = waypointSubject(0, 3)
  const inside = english.render(say('error.waypoint_avoided', { point, position: '1, 2' }))
  expect(withWaypointLabels(inside)).toBe('Waypoint A at [1, 2] lies inside an area to avoid.')
  const noPath = english.render(say('error.no_path.turns', { leg: waypointLeg(1, 2) }))
  expect(withWaypointLabels(noPath)).toBe('Turn restrictions leave no way from waypoint B to C.')
  expect(withWaypointLabels('Waypoint 2 of 3 reached. Head east.')).toBe('Waypoint B reached. Head east.')
  expect(withWaypointLabels('Put a waypoint between; at most 60 km.')).toBe('Put a waypoint between; at most 60 km.')
})
