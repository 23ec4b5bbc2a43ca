// Bounds of lists of signed routes.

import type { TrailFilterInput } from '../resolvers/input/search-fields.ts'
import { builder } from './builder.ts'
import { SacGradeEnum } from './grades.ts'
import { TrailLevelEnum } from './trail-type.ts'

export const TrailFilterType = builder.inputType('TrailFilter', {
  description: 'Bounds that a signed route must meet, all of them. An unknown value meets no bound.',
  fields: (t) => ({
    levels: t.field({ type: [TrailLevelEnum], description: 'Keeps trails of these levels. Left out: all of them.' }),
    minLengthM: t.float({ description: 'At least this long, metres.' }),
    maxLengthM: t.float({ description: 'At most this long, metres.' }),
    loop: t.boolean({ description: 'True: only loops; false: only routes that are not loops.' }),
    maxSac: t.field({
      type: SacGradeEnum,
      description: 'The hardest tagged SAC grade is at most this; routes without any tagged grade are left out.',
    }),
    maxPavedShare: t.float({
      description: 'At most this share of the length is paved, 0 to 1; unknown surface counts as paved.',
    }),
  }),
})

/** As the operations take it; members that are null are left out before. */
export const filterOf = (filter: typeof TrailFilterType.$inferInput | null | undefined): TrailFilterInput | undefined =>
  (filter ?? undefined) as TrailFilterInput | undefined
