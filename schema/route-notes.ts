// What a route, a loop or a line warns of, and what is not known about it.

import type { Unknown, UnknownCode, Warning } from '../src/unknowns.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { UnknownCodeEnum, WarningCodeEnum } from './code-enums.ts'
import { sentenceFields } from './sentence.ts'
import { pointAt, PointType } from './spot.ts'

export const WarningType = builder.objectRef<Warning>('Warning').implement({
  description: 'What to look out for.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCodeEnum, description: 'What it warns of.' }),
    ...sentenceFields(t, 'message', 'The warning, as one sentence.', (warning) => warning.message),
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

export const UnknownType = builder.objectRef<Unknown>('Unknown').implement({
  description: 'What is not known. Never a reassurance.',
  fields: (t) => ({
    code: t.field({
      type: UnknownCodeEnum,
      description: 'What is not known.',
      resolve: ({ code }) => code as UnknownCode,
    }),
    ...sentenceFields(t, 'message', 'What is not known, as one sentence.', (unknown) => unknown.message),
  }),
})

/** What an answer about a line does not know. */
export function unknownsField<Row>(t: FieldBuilder<Row>, unknownsOf: (row: Row) => readonly Unknown[]) {
  return t.field({
    type: [UnknownType],
    description: 'What is not known about it, each with its code.',
    resolve: unknownsOf,
  })
}
