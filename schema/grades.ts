// Grades as enums: the SAC scale alone where a grade is requested or counted, every grade where a stretch has one.

import type { Difficulty, GradedStretch } from '../src/routing/costs/way-types.ts'
import { type OnLine, type Placed, onLine, placeAlong } from '../resolvers/stretch-of.ts'
import { builder } from './builder.ts'
import { StretchInterface } from './stretch-interface.ts'

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

const GradeLengthType = builder.objectRef<{ grade: string; lengthM: number }>('GradeLength').implement({
  description: 'Metres of one grade.',
  fields: (t) => ({
    grade: t.expose('grade', { type: GradeEnum, description: 'The grade: SAC on foot, single trail by bicycle.' }),
    lengthM: t.exposeFloat('lengthM', { description: 'Metres of this grade.' }),
  }),
})

const GradeStretchType = builder.objectRef<Placed<GradedStretch>>('GradeStretch').implement({
  description: 'A stretch between two changes of the tagged grade.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    grade: t.expose('grade', {
      type: GradeEnum,
      nullable: true,
      description: 'As tagged; null where the path is untagged, which is unknown and not easy.',
    }),
  }),
})

/** Grades of the ways under a line: metres by grade, the hardest stretch, and what is untagged, which is unknown. */
export const DifficultyType = builder.objectRef<OnLine<Difficulty>>('Difficulty').implement({
  description: 'Metres by grade. Only a tag grades a way; an untagged path is unknown.',
  fields: (t) => ({
    grades: t.field({
      type: [GradeLengthType],
      description: 'Metres of each grade, easiest first.',
      resolve: (d) => gradeLengths(d),
    }),
    viaFerrataM: t.float({
      nullable: true,
      description: 'Metres of via ferrata, above T6; null by bicycle.',
      resolve: (d) => ('viaFerrataM' in d ? d.viaFerrataM : null),
    }),
    untaggedPathM: t.float({
      description: 'Metres of paths without a grade: unknown, not easy.',
      resolve: (d) => ('untaggedM' in d ? d.untaggedM : d.untaggedPathM),
    }),
    roadM: t.float({
      nullable: true,
      description: 'Metres of roads and tracks, which take no SAC grade; null by bicycle.',
      resolve: (d) => ('roadM' in d ? d.roadM : null),
    }),
    hardest: t.field({
      type: GradeStretchType,
      nullable: true,
      description: 'The hardest stretch; null where nothing is graded.',
      resolve: (d) => onLine(d.hardest, d.along),
    }),
    stretches: t.field({
      type: [GradeStretchType],
      description: 'Stretches, in order along the line.',
      resolve: (d) => placeAlong<GradedStretch>(d.stretches, d.along),
    }),
  }),
})

/** `T1M` ... `S6M` of either kind, as a list. */
function gradeLengths(difficulty: Difficulty): { grade: string; lengthM: number }[] {
  return Object.entries(difficulty)
    .filter(([key]) => /^[TS]\dM$/.test(key))
    .map(([key, lengthM]) => ({ grade: key.slice(0, 2), lengthM: lengthM as number }))
    .sort((a, b) => (a.grade < b.grade ? -1 : 1))
}
