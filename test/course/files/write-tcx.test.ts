import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { exportCourse } from '../../../src/course/files/export-course.ts'

test('names of 15 characters, and of 10 of a place, stand whole; longer ones are cut, with the whole in the notes', () => {
  const written = (name: string, place: string) => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [1, 42],
        [1, 42.01],
      ],
    }
    const waypoints = [{ lon: 1, lat: 42, name: place }]
    const { text, lost } = exportCourse({ geometry, waypoints, name, format: 'tcx', madeMs: 9e11 })
    const { Course } = new XMLParser().parse(text!).TrainingCenterDatabase.Courses
    const { Name, Notes, CoursePoint } = Course
    return [Name, Notes, CoursePoint.Name, CoursePoint.Notes, lost.some(({ code }) => code === 'names_cut')]
  }
  const [line, place] = ['Über den Grat 5', 'Refugi 12x']
  expect(written(line, place)).toEqual([line, undefined, place, undefined, false])
  expect(written(`${line}!`, place)).toEqual([line, `${line}!`, place, undefined, true])
  expect(written(line, `${place}!`)).toEqual([line, undefined, place, `${place}!`, true])
})
