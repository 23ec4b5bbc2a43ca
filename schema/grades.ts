// Grades as enums: the SAC scale alone where a grade is requested or counted, every grade where a stretch has one.

import { builder } from './builder.ts'

const SAC = [
  ['T1', 'Hiking: a level or gently rising path that is easy to follow.'],
  ['T2', 'Mountain hiking: a path throughout, in places steep.'],
  ['T3', 'Demanding mountain hiking: exposed places, sometimes with ropes or chains.'],
  ['T4', 'Alpine hiking: often trackless, hands are needed for progress in places.'],
  ['T5', 'Demanding alpine hiking: trackless, with easy climbing.'],
  ['T6', 'Difficult alpine hiking: trackless, with climbing up to grade II and much exposure.'],
] as const
const SINGLE_TRAIL = [
  ['S0', 'A flowing trail without difficulties.'],
  ['S1', 'Small roots and stones, loose ground; bends are wide.'],
  ['S2', 'Larger roots and stones, steps, narrow bends, up to 70 % steep.'],
  ['S3', 'Many large obstacles, hairpins, high steps; needs good technique.'],
  ['S4', 'Very steep and blocked: obstacles that a pedal hits, tight hairpins.'],
  ['S5', 'Blocked terrain, landslides, steps in a row; trial technique.'],
  ['S6', 'Hardly ridden by anyone.'],
] as const

type Rows = readonly (readonly [word: string, about: string])[]
const valuesOf = (rows: Rows): Record<string, { value: string; description: string }> =>
  Object.fromEntries(rows.map(([word, description]) => [word, { value: word, description }]))

/** Inside it is the number: T1 is 1. */
export const SacGradeEnum = builder.enumType('SacGrade', {
  description: 'A grade of the hiking scale of the Swiss Alpine Club (`sac_scale`).',
  values: Object.fromEntries(SAC.map(([word, description], index) => [word, { value: index + 1, description }])),
})

export const GradeEnum = builder.enumType('Grade', {
  description:
    'How hard a way is, as tagged: of the SAC scale on foot, of the single-trail scale by bicycle, or a via ferrata.',
  values: {
    ...valuesOf(SAC),
    VIA_FERRATA: { value: 'via_ferrata' as string, description: 'A climbing route that needs a harness; above T6.' },
    ...valuesOf(SINGLE_TRAIL),
  },
})

/** SAC index of the network -> its grade; null untagged, which is unknown and not easy. */
export const gradeOfIndex = (index: number | null): string | null =>
  index === null || index === 0 ? null : index === 7 ? 'via_ferrata' : `T${index}`
