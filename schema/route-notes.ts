// What a route, a loop or a line warns of, and what is not known about it.

import type { UnknownCode, Warning } from '../src/unknowns.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { UnknownCodeEnum, WarningCodeEnum } from './code-enums.ts'
import { pointAt, PointType } from './spot.ts'

export const WarningType = builder.objectRef<Warning>('Warning').implement({
  description: 'What to look out for.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCodeEnum, description: 'What it warns of.' }),
    message: t.exposeString('message', { description: 'The warning, as one sentence.' }),
    location: t.expose('location', {
      type: 'LonLat',
      nullable: true,
      description: 'Where it starts, [lon, lat] in degrees; null where it concerns the whole.',
    }),
    spot: t.field({
      type: PointType,
      nullable: true,
      description: 'The same place with everything that can be asked about a point; null if it concerns the whole.',
      resolve: ({ location }) => (location === null ? null : pointAt(location)),
    }),
  }),
})

export const UnknownType = builder.objectRef<{ code: UnknownCode; message: string }>('Unknown').implement({
  description: 'What is not known. Never a reassurance.',
  fields: (t) => ({
    code: t.expose('code', { type: UnknownCodeEnum, description: 'What is not known.' }),
    message: t.exposeString('message', { description: 'What is not known, as one sentence.' }),
  }),
})

type Unknown = typeof UnknownType.$inferType

/** What an answer about a line does not know. */
export function unknownsField<Row>(t: FieldBuilder<Row>, unknownsOf: (row: Row) => readonly Unknown[]) {
  return t.field({
    type: [UnknownType],
    description: 'What is not known about it, each with its code.',
    resolve: unknownsOf,
  })
}
