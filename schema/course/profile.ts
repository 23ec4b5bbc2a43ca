// Course.profile: its heights.

import { profileLine } from '../../resolvers/course.ts'
import { courseOf } from '../../resolvers/course-of.ts'
import { profilePointsArgs } from '../../resolvers/search-args.ts'
import { builder, priceOf, withoutNulls } from '../builder.ts'
import { ElevationProfileType } from '../elevation-profile.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  profile: t.field({
    type: ElevationProfileType,
    nullable: true,
    description:
      'Its elevation profile from the terrain, of a line that was sent from its own heights where they pass the check. A line of more than 5,000 points is thinned to as many first; null beside an error where it is too long or there is no terrain.',
    args: t.validate(
      {
        points: t.arg.int({ defaultValue: 1000, description: 'The series has at most this many points, 2 to 6,000.' }),
      },
      withoutNulls(profilePointsArgs),
    ),
    complexity: () => priceOf(profileLine, {}),
    resolve: (source, { points }, context) =>
      runOverLine(profileLine, source, context, {
        elevation: courseOf(source).heights,
        ...(points == null ? {} : { points }),
      }),
  }),
}))
