// Course.outdoorPlaces: huts, water, stops and the like along it.

import { courseOf } from '../../resolvers/course-of.ts'
import { pageOf } from '../../resolvers/page-of.ts'
import { pois } from '../../resolvers/search.ts'
import { outdoorAlongArgs } from '../../resolvers/input/search-args.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageArgs, pageRequest, priceOfPage, sizeOf } from '../connection.ts'
import { OutdoorConnectionType, markedConnection, PlaceKindEnum } from '../place-type.ts'
import { CourseInterface } from './course-interface.ts'
import { ALONG_PAGE as PAGE, ALONG_WITHIN_M } from './places.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  outdoorPlaces: t.field({
    type: OutdoorConnectionType,
    nullable: true,
    description:
      'Outdoor places along it in its order: huts, shelters, water, viewpoints, parking, stops; null beside an error. An area lookup.',
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        withinM: t.arg.int({
          defaultValue: ALONG_WITHIN_M,
          description: 'How far from the line, metres, 10 to 2,000.',
        }),
        ...pageArgs(t, PAGE),
      },
      withoutNulls(outdoorAlongArgs),
    ),
    extensions: { runs: pois, areaLookup: true },
    complexity: (args) => priceOfPage(2, sizeOf(args, PAGE.preset)),
    resolve: (source, { withinM, kinds, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(pois, 2, async () => {
        const { rows, truncated } = await loaders.outdoorAlong(await courseOf(source).parts(loaders), {
          withinM: withinM ?? ALONG_WITHIN_M,
          kinds: kinds ?? null,
        })
        return markedConnection(
          pageOf(rows, pageRequest(paging, PAGE.preset), ({ place }) => String(place.id)),
          { total: rows.length, truncated },
          (row) => row,
        )
      }),
  }),
}))
