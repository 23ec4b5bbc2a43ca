// Course.places: named places along it.

import { reverse } from '../../resolvers/search.ts'
import { alongArgs } from '../../resolvers/search-args.ts'
import { pageOf } from '../../resolvers/page-of.ts'
import { courseOf } from '../../resolvers/course-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageRequest, priceOfPage } from '../connection.ts'
import { PlaceConnectionType, markedConnection, PlaceKindEnum } from '../place-type.ts'
import { CourseInterface } from './course-interface.ts'

/** Looking along a whole line is more than looking around a point. */
export const ALONG_CREDITS = 2
export const ALONG_WITHIN_M = 300

builder.interfaceFields(CourseInterface, (t) => ({
  places: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Named places along it in its order; null beside an error.',
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. All where left out.' }),
        withinM: t.arg.int({
          defaultValue: ALONG_WITHIN_M,
          description: 'How far from the line, metres, 10 to 2,000.',
        }),
        first: t.arg.int({ defaultValue: 20, description: 'Places per page, 1 to 100.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(alongArgs),
    ),
    complexity: ({ first }) => priceOfPage(ALONG_CREDITS, first ?? 20),
    resolve: (source, { withinM, kinds, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(reverse, ALONG_CREDITS, async () => {
        const rows = await loaders.placesAlong(await courseOf(source).parts(loaders), {
          withinM: withinM ?? ALONG_WITHIN_M,
          kinds: kinds ?? null,
        })
        return markedConnection(
          pageOf(rows, pageRequest(paging, 20), ({ place }) => String(place.id)),
          false,
          (row) => row,
        )
      }),
  }),
}))
