import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { exportCourse } from '../../../src/course/files/export-course.ts'

test('a line is on the ground only where none of its heights is known', () => {
  const modeOf = (heights: (number | null)[]) => {
    const coordinates = heights.map((heightM, i) => [1, 42 + i / 1000, ...(heightM === null ? [] : [heightM])])
    const { text } = exportCourse({ geometry: { type: 'LineString', coordinates }, format: 'kml', madeMs: 9e11 })
    const { Placemark } = new XMLParser().parse(text!).kml.Document
    return Placemark.MultiGeometry.LineString.altitudeMode
  }
  expect(
    [
      [7, 8, 9],
      [7, null, 9],
      [0, null, null],
      [null, null, null],
    ].map(modeOf),
  ).toEqual(['absolute', 'absolute', 'absolute', 'clampToGround'])
})
