// Course.outdoorPlaces: huts, water, stops and the like along it.

import { courseOf } from '../../resolvers/course-of.ts'
import { pageOf } from '../../resolvers/page-of.ts'
import { pois } from '../../resolvers/search.ts'
import { outdoorAlongArgs } from '../../resolvers/search-args.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageRequest, priceOfPage } from '../connection.ts'
import { OutdoorConnectionType, markedConnection, OutdoorKindEnum } from '../place-type.ts'
import { CourseInterface } from './course-interface.ts'
import { ALONG_WITHIN_M } from './places.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  outdoorPlaces: t.field({
    type: OutdoorConnectionType,
    nullable: true,
    description:
      'Outdoor places along it in its order: huts, shelters, water, viewpoints, parking, stops; null beside an error. An area lookup.',
    args: t.validate(
      {
        kinds: t.arg({ type: [OutdoorKindEnum], description: 'Kinds to keep. All where left out.' }),
        withinM: t.arg.int({
          defaultValue: ALONG_WITHIN_M,
          description: 'How far from the line, metres, 10 to 2,000.',
        }),
        first: t.arg.int({ defaultValue: 20, description: 'Places per page, 1 to 100.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(outdoorAlongArgs),
    ),
    extensions: { areaLookup: true },
    complexity: ({ first }) => priceOfPage(2, first ?? 20),
    resolve: (source, { withinM, kinds, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(pois, 2, async () => {
        const rows = await loaders.outdoorAlong(await courseOf(source).parts(loaders), {
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
