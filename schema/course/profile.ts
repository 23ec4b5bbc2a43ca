// Course.profile: its heights.

import { profileLine } from '../../resolvers/course.ts'
import { alongAnswer, courseOf } from '../../resolvers/course-of.ts'
import { onLine } from '../../resolvers/stretch-of.ts'
import { profilePointsArgs } from '../../resolvers/input/search-args.ts'
import { builder, priceOf, withoutNulls } from '../builder.ts'
import { ElevationProfileType } from '../elevation-profile.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  profile: t.field({
    type: ElevationProfileType,
    nullable: true,
    description:
      'Its elevation profile from the terrain; for a line of your own from its own heights if they pass the check. A line of more than 5,000 points is thinned to 5,000 first. Null beside an error if it is too long or there is no terrain.',
    args: t.validate(
      {
        points: t.arg.int({ defaultValue: 1000, description: 'The series has at most this many points, 2 to 6,000.' }),
      },
      withoutNulls(profilePointsArgs),
    ),
    extensions: { runs: profileLine },
    complexity: () => priceOf(profileLine, {}),
    resolve: async (source, { points }, context) => {
      const profile = await runOverLine(profileLine, source, context, {
        elevation: courseOf(source).heights,
        ...(points == null ? {} : { points }),
      })
      return onLine(profile, alongAnswer(source, profile))
    },
  }),
}))
