import { describe, expect, test } from 'vitest'
import { legAt, waypointAt } from '../../../src/web/line/slice-line.ts'

const leg = (lengthM: number, trail: object | null = null) => ({ lengthM, trail })

describe('a place on a line', () => {
  test('lies on the leg that reaches it, beyond the end on the last', () => {
    const legs = [leg(100), leg(50)]
    expect([0, 100, 101, 150, 999].map((atM) => legAt(legs, atM))).toEqual([0, 0, 1, 1, 1])
  })

  test('becomes a waypoint between those of its leg; not on a trail, which is a leg of its own at one waypoint', () => {
    expect([50, 120].map((atM) => waypointAt([leg(100), leg(50)], atM))).toEqual([1, 2])
    // start, trail, goal: three waypoints, three legs
    const legs = [leg(100), leg(1000, {}), leg(100)]
    expect([50, 500, 1150].map((atM) => waypointAt(legs, atM))).toEqual([1, null, 2])
    // a trail first
    expect([500, 1050].map((atM) => waypointAt([leg(1000, {}), leg(100)], atM))).toEqual([null, 1])
  })
})
