// Course.line: the line itself.

import { toleranceArgs } from '../../resolvers/search-args.ts'
import { simplifyParts } from '../../resolvers/line-forms.ts'
import { builder, withoutNulls } from '../builder.ts'
import { LineStringType } from '../line-string.ts'
import { CourseInterface, LINE_CREDITS } from './course-interface.ts'
import { withParts } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  line: t.field({
    type: LineStringType,
    description:
      'Its line, with heights where it has its own. Reading that of a trail costs 1 credit. May raise not_found, artifacts_missing.',
    args: t.validate(
      {
        toleranceM: t.arg.float({
          description:
            'Fewer points: none that is left out lies farther from the line than so many metres on the ground, 0.5 to 10,000. All points where left out.',
        }),
      },
      withoutNulls(toleranceArgs),
    ),
    ...LINE_CREDITS,
    resolve: (source, { toleranceM }, context) =>
      withParts(source, context, (parts) => (toleranceM == null ? parts : simplifyParts(parts, toleranceM))),
  }),
}))
