// A line in each selected form; forms not selected are not built. Parts are never joined.

import { type Parts, type Position, toAnswerPolyline6, toGeoJsonLine } from '../resolvers/input/line-forms.ts'
import { builder } from './builder.ts'

const LinePartType = builder.objectRef<readonly Position[]>('LinePart').implement({
  description: 'One unbroken part of a line.',
  fields: (t) => ({
    coordinates: t.field({
      type: ['Position'],
      description: 'Points [lon, lat, height], degrees and metres.',
      resolve: (part) => part,
    }),
    polyline6: t.string({
      description: 'Encoded polyline with 6 decimal digits, latitude first, without heights.',
      resolve: (part, _, { written }) => written.place(toAnswerPolyline6(part)),
    }),
  }),
})

/** What a field gives that has no part to draw. */
const SEVERAL = 'null where it has several parts, which are never joined: take `parts`.'

export const LineStringType = builder.objectRef<Parts>('LineString').implement({
  description: 'A line in each selected form; forms not selected are not built.',
  fields: (t) => ({
    coordinates: t.field({
      type: ['Position'],
      nullable: true,
      description: `Points [lon, lat, height], degrees and metres; ${SEVERAL}`,
      resolve: (parts) => (parts.length === 1 ? parts[0] : null),
    }),
    polyline6: t.string({
      nullable: true,
      description: `Encoded polyline with 6 decimal digits, latitude first, without heights; ${SEVERAL}`,
      resolve: (parts, _, { written }) => (parts.length === 1 ? written.place(toAnswerPolyline6(parts[0])) : null),
    }),
    geoJson: t.field({
      type: 'GeoJSON',
      description: 'A GeoJSON LineString, or a MultiLineString where it has several parts.',
      resolve: (parts) => toGeoJsonLine(parts),
    }),
    parts: t.field({
      type: [LinePartType],
      description: 'Its parts in order, at least one.',
      resolve: (parts) => parts,
    }),
    pointCount: t.int({
      description: 'Points of all parts.',
      resolve: (parts) => parts.reduce((sum, part) => sum + part.length, 0),
    }),
  }),
})
