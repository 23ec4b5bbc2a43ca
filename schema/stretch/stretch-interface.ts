// Stretch: what every part of a line is. Its metres, its line and its start are here, once for all types that
// implement it; each of those says which line it lies on (resolvers/stretch-of.ts).

import { simplifyParts } from '../../resolvers/input/line-forms.ts'
import { toleranceArgs } from '../../resolvers/input/search-args.ts'
import { type Placed, lineOfStretch, startOfStretch } from '../../resolvers/stretch-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { LineStringType } from '../line-string.ts'
import { pointAt, PointType } from '../spot.ts'

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
      args: t.validate(
        {
          toleranceM: t.arg.float({
            description:
              'Fewer points: no removed one lies farther than this from its line, metres on the ground, 0.5 to 10,000. Default all points.',
          }),
        },
        withoutNulls(toleranceArgs),
      ),
      resolve: (stretch, { toleranceM }) => {
        const { parts } = lineOfStretch(stretch)
        return parts === null || toleranceM == null ? parts : simplifyParts(parts, toleranceM)
      },
    }),
    start: t.field({
      type: PointType,
      description: 'The first point of the stretch.',
      resolve: (stretch) => pointAt(startOfStretch(stretch)),
    }),
  }),
})
