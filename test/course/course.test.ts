import { expect, test } from 'vitest'
import { type Course, emptyCourse, finishCourse } from '../../src/course/course.ts'

test('heights from -500 m to 9000 m are heights, of points and of waypoints; any other stands for none', () => {
  const given = [-32_768, -9999, -501, -500, 0, 9000, 9001, 65_535]
  const course: Course = {
    ...emptyCourse('kml', given.length),
    heightM: Float64Array.from(given),
    waypoints: given.map((heightM) => ({ lon: 1, lat: 42, heightM })),
  }
  const { heightM, waypoints } = finishCourse(course)
  const known = given.map((one) => (one >= -500 && one <= 9000 ? one : null))
  expect(Array.from(heightM, (one) => (Number.isNaN(one) ? null : one))).toEqual(known)
  expect(waypoints.map((waypoint) => waypoint.heightM)).toEqual(known)
})
