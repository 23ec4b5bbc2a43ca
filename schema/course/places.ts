// Course.places: named places along it.

import { reverse } from '../../resolvers/search.ts'
import { alongArgs } from '../../resolvers/input/search-args.ts'
import { pageOf } from '../../resolvers/page-of.ts'
import { courseOf } from '../../resolvers/course-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageArgs, pageRequest, priceOfPage, sizeOf } from '../connection.ts'
import { PlaceConnectionType, markedConnection, PlaceKindEnum } from '../place-type.ts'
import { CourseInterface } from './course-interface.ts'

/** Looking along a whole line is more than looking around a point. */
const ALONG_CREDITS = 2
export const ALONG_WITHIN_M = 300
export const ALONG_PAGE = { preset: 20, max: 100 }

builder.interfaceFields(CourseInterface, (t) => ({
  places: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Named places along it in its order; null beside an error.',
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        withinM: t.arg.int({
          defaultValue: ALONG_WITHIN_M,
          description: 'How far from the line, metres, 10 to 2,000.',
        }),
        ...pageArgs(t, ALONG_PAGE),
      },
      withoutNulls(alongArgs),
    ),
    extensions: { runs: reverse },
    complexity: (args) => priceOfPage(ALONG_CREDITS, sizeOf(args, ALONG_PAGE.preset)),
    resolve: (source, { withinM, kinds, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(reverse, ALONG_CREDITS, async () => {
        const { rows, truncated } = await loaders.placesAlong(await courseOf(source).parts(loaders), {
          withinM: withinM ?? ALONG_WITHIN_M,
          kinds: kinds ?? null,
        })
        return markedConnection(
          pageOf(rows, pageRequest(paging, ALONG_PAGE.preset), ({ place }) => String(place.id)),
          { total: rows.length, truncated },
          (row) => row,
        )
      }),
  }),
}))
