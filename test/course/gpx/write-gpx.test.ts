import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { readCourse } from '../../../src/course/read-course.ts'
import { writeGpx } from '../../../src/course/gpx/write-gpx.ts'

test('a written line is read again as it was, unknown heights stay unknown', () => {
  const text = writeGpx({
    name: 'A & <B> \u0000\ud800 ]]>',
    parts: [
      [
        [1.5, 42.123456, 1200.04],
        [-179.9999999, 1e-7, null],
      ],
      [
        [0, 0, 0],
        [1, 1, -3],
      ],
    ],
  })
  expect(XMLValidator.validate(text)).toBe(true)
  const course = readCourse({ gpx: text }, { points: 10 })
  expect([...course.partStart]).toEqual([0, 2, 4])
  expect([...course.lon]).toEqual([1.5, -180, 0, 1])
  expect([...course.lat]).toEqual([42.123456, 0, 0, 1])
  expect([...course.heightM]).toEqual([1200, NaN, 0, -3])
})
