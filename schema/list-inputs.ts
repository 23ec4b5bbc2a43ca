// What lists take in one form: areas, ranges, directions of an order. Their bounds stand in the schemas that check them
// (resolvers/input/list-fields.ts).

import { areaOfPlace, EVERYWHERE, type LookedUpArea } from '../resolvers/area-of.ts'
import { type Area, nearPoint, rangeFrom } from '../resolvers/input/list-fields.ts'
import type { Loaders } from '../resolvers/loaders.ts'
import { inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { readId } from './nodes.ts'

const NearInput = builder.inputType('NearInput', {
  description: 'Around a point.',
  fields: (t) => inputFieldsOf(t, nearPoint()),
})

export const AreaInput = builder.inputType('AreaInput', {
  description: 'An area in one of these forms.',
  isOneOf: true,
  fields: (t) => ({
    near: t.field({ type: NearInput, description: 'Around a point.' }),
    box: t.field({ type: 'Box', description: 'In a box. Without a text each side is at most 2 degrees.' }),
    inPlace: t.id({
      description:
        'Within the outline of a place, by its id: a park, an island. Its box has sides of at most 2 degrees.',
    }),
  }),
})

/** Throws as areaOfPlace; also `invalid_input` if the id is not that of a place. `field`: where the area stands. */
export async function areaOf(area: Area | undefined, loaders: Loaders, field = 'where.area'): Promise<LookedUpArea> {
  if (area === undefined) return EVERYWHERE
  const { near, box, inPlace } = area
  if (inPlace === undefined) return { ...EVERYWHERE, near: near ?? null, box: box ?? null }
  const inputPath = `${field}.inPlace`
  return areaOfPlace(readId('Place', inPlace, inputPath), loaders, inputPath)
}

export const RangeInput = builder.inputType('RangeInput', {
  description:
    'From a value to another, both in it; either may be left out. What is unknown is in no range. What takes one says from what to what it goes.',
  fields: (t) => inputFieldsOf(t, rangeFrom(0, 1)),
})

export const DirectionEnum = builder.enumType('Direction', {
  description: 'Which way an order goes; what is unknown comes last in both.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: the least, the nearest, A first.' },
    DESC: { value: 'desc', description: 'Descending: the most, the farthest, Z first.' },
  } as const,
})
