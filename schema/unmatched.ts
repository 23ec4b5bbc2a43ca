// Stretches of a line that follow no way.

import type { Placed } from '../resolvers/stretch-of.ts'
import type { UnmatchedPart } from '../src/routing/matching/trace-types.ts'
import { builder } from './builder.ts'
import { StretchInterface } from './stretch/stretch-interface.ts'

const UnmatchedReasonEnum = builder.enumType('UnmatchedReason', {
  description: 'Why a stretch follows no way.',
  values: {
    NO_PATH_NEARBY: { value: 'no_path_nearby', description: 'There is no way nearby.' },
    NO_CONNECTION: { value: 'no_connection', description: 'The ways nearby are not connected along the line.' },
    OUTSIDE_REGION: { value: 'outside_region', description: 'It is outside the region of the network.' },
    NOT_ALLOWED: { value: 'not_allowed', description: 'The ways nearby are closed to this profile.' },
    TOO_FAR: {
      value: 'too_far',
      description: 'The way that connects its points runs farther from it than the search radius.',
    },
  } as const,
})

export const UnmatchedType = builder.objectRef<Placed<UnmatchedPart>>('UnmatchedStretch').implement({
  description: 'A stretch that follows no way; its line is that part of the supplied line.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    fromIndex: t.exposeInt('fromIndex', { description: 'Point of the line where it begins, counted from 0.' }),
    toIndex: t.exposeInt('toIndex', { description: 'Point of the line where it ends.' }),
    reason: t.field({ type: UnmatchedReasonEnum, description: 'Why it follows no way.', resolve: (u) => u.reason }),
  }),
})
