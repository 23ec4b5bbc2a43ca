import { expect, test } from 'vitest'
import { hardestGradeOf } from '../../../src/web/line/trail-grade.ts'

const untagged = [{ grade: null, lengthM: 500 }]

test.each([
  ['tagged', { hardestGrade: 'T3', grades: untagged, roadM: 100 }, 'T3'],
  ['along roads alone', { hardestGrade: null, grades: [], roadM: 100 }, 'NONE'],
  ['with untagged paths', { hardestGrade: null, grades: untagged, roadM: 100 }, null],
  ['whose roads are not told apart from paths', { hardestGrade: null, grades: [], roadM: null }, null],
  ['of which nothing is known', { hardestGrade: null, grades: [], roadM: 0 }, null],
] as const)('the hardest grade of a trail %s', (_, trail, grade) => {
  expect(hardestGradeOf({ ...trail, grades: [...trail.grades] } as never)).toBe(grade)
})
