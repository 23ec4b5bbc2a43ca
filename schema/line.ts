// Line: a course out of a line that was sent; Query.line makes one.

import { profileLine } from '../resolvers/course.ts'
import { type SuppliedLine, alongAnswer, courseOf, readSupplied } from '../resolvers/course-of.ts'
import { FILE_LIMITS } from '../resolvers/gpx-files.ts'
import { FILE_LIMIT_WORDS } from '../resolvers/input/line-input.ts'
import { matchArgs, matchTrace, traceOfLine } from '../resolvers/match-trace.ts'
import { mostCreditsOf } from '../resolvers/pipeline/operation.ts'
import { planRoute } from '../resolvers/routing.ts'
import { onLine } from '../resolvers/stretch-of.ts'
import type { TraceAnswer } from '../src/routing/matching/trace-types.ts'
import { argsOf } from './arguments.ts'
import { asksOnlyFor } from './asks-for.ts'
import { builder, priceOf } from './builder.ts'
import { CourseInterface } from './course.ts'
import {
  LineInputType,
  type ReadInput,
  lineArgs,
  inLineWords,
  lineReady,
  priceOfLine,
  profileOfLine,
} from './line-input.ts'
import { operation } from './operation.ts'
import { TraceMatchType } from './trace.ts'
import { TravelModeEnum } from './travel-settings.ts'

const LineType = builder.objectRef<SuppliedLine>('Line').implement({
  description:
    'A line of your own, with the links of every course. Reading it looks at neither the network nor the terrain.',
  interfaces: [CourseInterface],
  fields: (t) => ({
    match: t.field({
      type: TraceMatchType,
      mayFail: true,
      description:
        'The ways that it follows, edge by edge, with the times of its file where it has any; null beside an error. One part of 2 to 2,000 points.',
      args: argsOf(t, matchArgs, { mode: TravelModeEnum }),
      operations: [matchTrace],
      runs: matchTrace,
      credits: () => priceOf(matchTrace, {}),
      resolve: async (line, { mode, ...options }, { session }) => {
        const requested = traceOfLine(readSupplied(line.sent), { ...options, mode: mode ?? courseOf(line).profile })
        // without filters the answer has all members
        const match = (await session.run(matchTrace, requested)).value as TraceAnswer
        return onLine(match, alongAnswer(line, match))
      },
    }),
  }),
})

operation(profileLine, {
  name: 'line',
  type: LineType,
  runsNothing: true,
  argumentBytes: FILE_LIMITS.bodyBytes,
  description: `A line of your own, with its links: elevation profile, analysis, weather, snow, pace plan, places along it, a file, a picture. At most 1 MB, 5,000 points and 300 km; where nothing but \`export\` is selected, ${FILE_LIMIT_WORDS}. A \`route\` is charged as one; any other form costs nothing by itself.`,
  args: (t) =>
    t.validate(
      { input: t.arg({ type: LineInputType, required: true, description: 'Your line, in any form.' }) },
      lineArgs,
    ),
  credits: priceOfLine,
  mostCredits: mostCreditsOf(planRoute),
  resolve: async (args, context, info): Promise<SuppliedLine> => {
    const { form = null, ...given } = args as ReadInput
    const profile = await profileOfLine(given, context.loaders)
    const ready = async () => {
      const sent = await lineReady(given, context, 'input')
      // a file alone is read where it is written
      if (!asksOnlyFor(info, 'export')) readSupplied(sent)
      return sent
    }
    return { sent: await inLineWords(ready(), 'input'), profile, form }
  },
})
