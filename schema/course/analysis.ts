// Course.analysis: the line read against the network.

import { alongAnswer, courseOf } from '../../resolvers/course-of.ts'
import { onLine } from '../../resolvers/stretch-of.ts'
import { analyseRoute } from '../../resolvers/analyse-route.ts'
import { analysisArgs } from '../../resolvers/input/search-args.ts'
import { builder, priceOf, withoutNulls } from '../builder.ts'
import { RouteAnalysisType } from '../matching.ts'
import { ProfileEnum } from '../setting-fields.ts'
import { WALKER_ABOUT, WalkerInputType } from '../walker-input.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  analysis: t.field({
    type: RouteAnalysisType,
    nullable: true,
    description:
      'Its line compared with the network, straight legs included. A line of more than 5,000 points is thinned to 5,000 first. Null beside an error if it is too long.',
    args: t.validate(
      {
        profile: t.arg({
          type: ProfileEnum,
          description:
            'How it is travelled. Left out: as the course itself is, also of a route or a trail that `line` took; HIKE for a line that was sent.',
        }),
        walker: t.arg({ type: WalkerInputType, description: WALKER_ABOUT }),
      },
      withoutNulls(analysisArgs),
    ),
    extensions: { runs: analyseRoute },
    complexity: () => priceOf(analyseRoute, {}),
    resolve: async (source, { profile, walker }, context) => {
      const answer = await runOverLine(analyseRoute, source, context, {
        profile: profile ?? courseOf(source).profile,
        ...(walker == null ? {} : { walker }),
      })
      return onLine(answer.value, alongAnswer(source, answer))
    },
  }),
}))
