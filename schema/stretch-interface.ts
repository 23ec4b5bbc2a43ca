// Stretch: what every part of a line is. Its metres, its line and its start are here, once for all types that
// implement it; each of those says which line it lies on (resolvers/stretch-of.ts).

import {
  simplifyParts,
  type Parts,
  type Position,
  toAnswerPolyline6,
  toGeoJsonLine,
} from '../resolvers/input/line-forms.ts'
import { toleranceArgs } from '../resolvers/input/search-args.ts'
import { type Placed, lineOfStretch, once, startOfStretch } from '../resolvers/stretch-of.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { pointAt, PointType } from './spot.ts'

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

/** A line in each selected form; forms not selected are not built. Parts are never joined. */
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
    geojson: t.field({
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

export const StretchInterface = builder.interfaceRef<Placed>('Stretch').implement({
  description: 'A part of a line, in metres from its start; gaps between parts of the line are not counted.',
  fields: (t) => ({
    fromM: t.exposeFloat('fromM', { description: 'Where it begins, metres along the line.' }),
    toM: t.exposeFloat('toM', { description: 'Where it ends, metres along the line.' }),
    line: t.field({
      type: LineStringType,
      nullable: true,
      description:
        'Its own line, with heights where the course has them: a part for each part of the course that it touches, never joined; null where it has no length, as at a ford of one point: `start` says where that is.',
      args: argsOf(t, toleranceArgs('its line')),
      resolve: (stretch, { toleranceM }) =>
        once(lineOfStretch(stretch).parts, (parts) => {
          if (parts.length === 0) return null
          return toleranceM == null ? parts : simplifyParts(parts, toleranceM)
        }),
    }),
    start: t.field({
      type: PointType,
      description: 'The first point of the stretch.',
      resolve: (stretch) => once(startOfStretch(stretch), pointAt),
    }),
  }),
})
