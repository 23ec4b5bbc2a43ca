// AvoidInput: what a route or a loop must not use.

import { AVOID_AREAS_ABOUT, AVOID_KINDS_ABOUT, AVOID_WAYS_ABOUT } from '../resolvers/input/avoid-field.ts'
import { AVOID_KINDS } from '../src/travel/avoid.ts'
import { builder } from './builder.ts'
import { enumValues } from './enum-values.ts'

const AvoidKindEnum = builder.enumType('AvoidKind', {
  description: 'A kind of way that can be avoided.',
  values: enumValues(AVOID_KINDS),
})

export const AvoidInputType = builder.inputType('AvoidInput', {
  description: 'Areas, ways and kinds of way that must not be used.',
  fields: (t) => ({
    areas: t.field({ type: 'GeoJSON', description: AVOID_AREAS_ABOUT }),
    ways: t.field({ type: ['OsmId'], description: AVOID_WAYS_ABOUT }),
    kinds: t.field({ type: [AvoidKindEnum], description: AVOID_KINDS_ABOUT }),
  }),
})
