// Course: what every line is. Its facts are here. What is worked out from a course is a file beside this one, one field
// each, which every type that implements the interface then has.

import { type CourseSource, courseOf } from '../../resolvers/course-of.ts'
import { trailRelation } from '../../resolvers/search.ts'
import { builder } from '../builder.ts'
import { HazardType, HikeTimeType, SurfacesType, WaysType } from '../route-facts.ts'
import { DifficultyType } from '../difficulty.ts'
import { UnknownType, WarningType } from '../route-notes.ts'

const NOT_ASKED = 'null if it was not matched to the network, as `unknowns` says'

export const CourseInterface = builder.interfaceRef<CourseSource>('Course').implement({
  description:
    'A line and everything that can be asked about it: a route, a loop, a signed trail, or a line of your own (`line`). What is not known is null, and `unknowns` says why.',
  resolveType: (source) =>
    'relationId' in source ? 'Trail' : 'partStart' in source ? 'Line' : 'shape' in source ? 'Loop' : 'Route',
  fields: (t) => ({
    distanceM: t.float({
      description: 'Length in metres; gaps between parts are not counted.',
      resolve: (source) => courseOf(source).distanceM,
    }),
    ascentM: t.float({
      nullable: true,
      description: 'Climb in metres; null without heights. Straight legs of a route are left out.',
      resolve: (source) => courseOf(source).ascentM,
    }),
    descentM: t.float({
      nullable: true,
      description: 'Descent in metres; null without heights. Straight legs of a route are left out.',
      resolve: (source) => courseOf(source).descentM,
    }),
    climbMethod: t.string({
      nullable: true,
      description: 'How climb is counted; null where it is not.',
      resolve: (source) => courseOf(source).climbMethod,
    }),
    time: t.field({
      type: HikeTimeType,
      nullable: true,
      description: `Moving time; ${NOT_ASKED}, or where there are no heights.`,
      resolve: (source) => courseOf(source).time,
    }),
    surfaces: t.field({
      type: SurfacesType,
      nullable: true,
      description: `Surfaces along it; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).surfaces,
    }),
    ways: t.field({
      type: WaysType,
      nullable: true,
      description: `Ways along it; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).ways,
    }),
    difficulty: t.field({
      type: DifficultyType,
      nullable: true,
      description: `Grades along it; null if it has neither a graded way nor a path (roads alone, not unknown); ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).difficulty,
    }),
    hazards: t.field({
      type: [HazardType],
      nullable: true,
      description: `Fords, aided passages and via ferratas along it; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).hazards,
    }),
    warnings: t.field({
      type: [WarningType],
      nullable: true,
      description: `What to look out for; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).warnings,
    }),
    unknowns: t.field({
      type: [UnknownType],
      description: 'What is not known about it, each with its code.',
      resolve: (source) => courseOf(source).unknowns,
    }),
  }),
})

/** What reading its line costs: of a trail it is an operation of its own. */
export const LINE_CREDITS = { extensions: { runs: trailRelation, creditsByType: { Trail: 1 } } } as const
