// What names a place: its id, or the object of OpenStreetMap that it is.

import { say } from '../src/language/sentence.ts'
import { ServiceError } from '../src/errors.ts'
import { placeNumberOf } from '../resolvers/spot-of.ts'
import { builder } from './builder.ts'
import { readId } from './nodes.ts'
import { OsmTypeEnum } from './osm-key.ts'

const OsmKeyInput = builder.inputType('OsmKeyInput', {
  description: 'An object of OpenStreetMap, as `OsmKey` has it.',
  fields: (t) => ({
    type: t.field({ type: OsmTypeEnum, required: true, description: 'Kind of the object.' }),
    id: t.field({ type: 'OsmId', required: true, description: 'Its id among those of its kind.' }),
  }),
})

export const PlaceBy = builder.inputType('PlaceBy', {
  description: 'A place in one of these forms.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its `id`, as an answer gave it.' }),
    osm: t.field({ type: OsmKeyInput, description: 'The object of OpenStreetMap that it is.' }),
  }),
})

/** Its number. Throws ServiceError `invalid_input`; `field` leads to what was given. */
export function placeIdOf({ id, osm }: typeof PlaceBy.$inferInput, field: string): number {
  if (osm == null) return readId('Place', id!, `${field}.id`)
  const number = placeNumberOf(osm)
  if (number !== null) return number
  const inputPath = `${field}.osm.id`
  throw new ServiceError(say('error.invalid_input.node_id', { field: inputPath, nodeType: 'place' }), { inputPath })
}
