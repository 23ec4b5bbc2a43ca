// Line: a course out of a line that was sent; Query.line makes one.

import { profileLine } from '../resolvers/course.ts'
import { type SuppliedLine, readSupplied } from '../resolvers/course-of.ts'
import { mostCreditsOf } from '../resolvers/pipeline/operation.ts'
import { planRoute } from '../resolvers/routing.ts'
import { builder } from './builder.ts'
import { CourseInterface } from './course.ts'
import { LineInputType, lineArgs, inLineWords, lineReady, priceOfLine, profileOfLine } from './line-input.ts'
import { operation } from './operation.ts'

const LineType = builder.objectRef<SuppliedLine>('Line').implement({
  description:
    'A line of your own, with the links of every course. Reading it looks at neither the network nor the terrain.',
  interfaces: [CourseInterface],
})

operation(profileLine, {
  name: 'line',
  type: LineType,
  runsNothing: true,
  description:
    'A line of your own, with its links: elevation profile, analysis, snow, places along it, a picture. At most 1 MB, 5,000 points and 300 km. A `route` is charged as one; any other form costs nothing by itself.',
  args: (t) =>
    t.validate(
      { input: t.arg({ type: LineInputType, required: true, description: 'Your line, in any form.' }) },
      lineArgs,
    ),
  credits: priceOfLine,
  mostCredits: mostCreditsOf(planRoute),
  resolve: async (args, context) => {
    const given = args as { geometry?: unknown }
    const profile = await profileOfLine(given, context.loaders)
    const line = await inLineWords(lineReady(given, context, 'input').then(readSupplied), 'input')
    return profile === null ? line : { ...line, profile }
  },
})
