import { expect, test } from 'vitest'
import { CUE_TYPES, fromFitType, fromTcxType, toFitType, toTcxType } from '../../../src/course/files/cue-types.ts'

/** Numbers of `course_point` in the public profile of FIT, and values of CoursePointType_t of TCX. */
const KNOWN: Record<(typeof CUE_TYPES)[number], [fit: number, tcx: string]> = {
  left: [6, 'Left'],
  right: [7, 'Right'],
  straight: [8, 'Straight'],
  slight_left: [19, 'Left'],
  sharp_left: [20, 'Left'],
  slight_right: [21, 'Right'],
  sharp_right: [22, 'Right'],
  u_turn: [23, 'Generic'],
  other: [0, 'Generic'],
}

test('every turn has the number of FIT and the word of TCX that devices know it by', () => {
  for (const type of CUE_TYPES) expect([toFitType(type), toTcxType(type)], type).toEqual(KNOWN[type])
  const turns = new Map(Object.entries(KNOWN).map(([type, [fit]]) => [fit, type === 'other' ? null : type]))
  for (let number = 0; number < 30; number++) expect(fromFitType(number), `${number}`).toBe(turns.get(number) ?? null)
  expect(['Left', 'Right', 'Straight', 'Generic', 'Summit'].map(fromTcxType)).toEqual([
    'left',
    'right',
    'straight',
    null,
    null,
  ])
})
