// What names a signed route: its id, or its relation on OpenStreetMap.

import { builder } from './builder.ts'
import { readId } from './nodes.ts'

export const TrailBy = builder.inputType('TrailBy', {
  description: 'A signed route in one of these forms.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its `id`, as an answer gave it.' }),
    osmRelation: t.field({ type: 'OsmId', description: 'Number of its relation on OpenStreetMap.' }),
  }),
})
export type GivenTrail = typeof TrailBy.$inferInput

/** Where its name stands; `field` leads to it. */
export const pathOfTrail = ({ id }: GivenTrail, field: string): string =>
  `${field}.${id == null ? 'osmRelation' : 'id'}`

/** Number of its relation. Throws ServiceError `invalid_input`. */
export function relationOf(trail: GivenTrail, field: string): number {
  return trail.id == null ? trail.osmRelation : readId('Trail', trail.id, pathOfTrail(trail, field))
}
