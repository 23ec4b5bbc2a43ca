// Course.pointAt: the point at a distance along the course, with every field of a point.

import { fields, numberFrom } from '../../resolvers/input/input-fields.ts'
import { LineAlong } from '../../resolvers/stretch-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pointAt, PointType } from '../spot/point.ts'
import { CourseInterface, LINE_CREDITS } from './course-interface.ts'
import { withParts } from './with-parts.ts'

const FARTHEST_M = 10_000_000

builder.interfaceFields(CourseInterface, (t) => ({
  pointAt: t.field({
    type: PointType,
    nullable: true,
    description:
      'The point so far along it, to ask for its weather or what is near; null beyond the end. Reading the line of a trail costs 1 credit.',
    args: t.validate(
      {
        atM: t.arg.float({
          required: true,
          description: 'Metres from the start, at least 0; gaps between parts are not counted.',
        }),
      },
      withoutNulls(fields({ atM: numberFrom(0, FARTHEST_M, 'metres') })),
    ),
    ...LINE_CREDITS,
    resolve: (source, { atM }, context) =>
      withParts(source, context, (parts, { along, distanceM }) =>
        atM > distanceM ? null : pointAt((along ?? new LineAlong(() => parts, distanceM)).pointAt(atM)),
      ),
  }),
}))
