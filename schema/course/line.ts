// Course.line: the line itself.

import { toleranceArgs } from '../../resolvers/input/search-args.ts'
import { simplifyParts } from '../../resolvers/input/line-forms.ts'
import { builder, withoutNulls } from '../builder.ts'
import { LineStringType } from '../line-string.ts'
import { CourseInterface, LINE_CREDITS } from './course-interface.ts'
import { withParts } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  line: t.field({
    type: LineStringType,
    description: 'Its line, with heights where it has its own. Reading that of a trail costs 1 credit.',
    args: t.validate(
      {
        toleranceM: t.arg.float({
          description:
            'Fewer points: no removed one lies farther than this from the line, metres on the ground, 0.5 to 10,000. Default all points.',
        }),
      },
      withoutNulls(toleranceArgs),
    ),
    ...LINE_CREDITS,
    resolve: (source, { toleranceM }, context) =>
      withParts(source, context, (parts) => (toleranceM == null ? parts : simplifyParts(parts, toleranceM))),
  }),
}))
