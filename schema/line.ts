// Line: a course out of a line that was sent; Query.line makes one.

import { profileLine } from '../resolvers/course.ts'
import { readSupplied } from '../resolvers/course-of.ts'
import type { SuppliedLine } from '../resolvers/course-of.ts'
import { builder, operationField } from './builder.ts'
import { CourseInterface } from './course/course-interface.ts'
import { lineArgs, lineReady, LineInputType } from './line-input.ts'

const LineType = builder.objectRef<SuppliedLine>('Line').implement({
  description:
    'A line that was sent, with what can be asked of one. Neither network nor terrain is asked for it alone.',
  interfaces: [CourseInterface],
})

builder.queryFields((t) => ({
  line: t.field({
    type: LineType,
    ...operationField(profileLine),
    description:
      'A line that is sent, with its links: profile, analysis, snow, places along it, a picture. At most 1 MB, 5,000 points and 300 km. Costs nothing by itself.',
    args: t.validate({ input: t.arg({ type: LineInputType, required: true, description: 'The line.' }) }, lineArgs),
    complexity: 0,
    resolve: async (_, args, { loaders }) =>
      readSupplied(await lineReady(args as { geometry?: unknown }, loaders, 'input.trail')),
  }),
}))
