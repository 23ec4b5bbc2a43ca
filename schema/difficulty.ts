// Grades of the ways under a line: metres by grade, the hardest stretch, and what is untagged, which is unknown.

import type { Difficulty, GradedStretch, HardestStretch } from '../src/routing/costs/way-types.ts'
import { type OnLine, type Placed, onLine, placeAlong } from '../resolvers/stretch-of.ts'
import { builder } from './builder.ts'
import { GradeEnum } from './grades.ts'
import { StretchInterface } from './stretch/stretch-interface.ts'

const GradeLengthType = builder.objectRef<{ grade: string; lengthM: number }>('GradeLength').implement({
  description: 'Metres of one grade.',
  fields: (t) => ({
    grade: t.field({
      type: GradeEnum,
      description: 'The grade: SAC on foot, single trail by bicycle.',
      resolve: (g) => g.grade,
    }),
    lengthM: t.exposeFloat('lengthM', { description: 'Metres of this grade.' }),
  }),
})

const GradeStretchType = builder.objectRef<Placed<GradedStretch>>('GradeStretch').implement({
  description: 'A stretch between two changes of the tagged grade.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    grade: t.field({
      type: GradeEnum,
      nullable: true,
      description: 'As tagged; null where the path is untagged, which is unknown and not easy.',
      resolve: (s) => s.grade,
    }),
  }),
})

const HardestType = builder.objectRef<Placed<HardestStretch>>('HardestStretch').implement({
  description: 'The stretch of the highest grade, where the map has grades.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    grade: t.field({
      type: GradeEnum,
      nullable: true,
      description: 'The hardest grade; never null.',
      resolve: (s) => s.grade,
    }),
  }),
})

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
      type: HardestType,
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
