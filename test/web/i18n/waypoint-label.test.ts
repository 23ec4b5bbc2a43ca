import { expect, test } from 'vitest'
import { waypointLabel } from '../../../src/web/i18n/waypoint-label.ts'

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
