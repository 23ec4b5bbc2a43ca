// Course.staticMap: a picture of it. Its address costs nothing until it is fetched; only `png` draws.

import { courseOf } from '../../resolvers/course-of.ts'
import { parseInput } from '../../resolvers/pipeline/parse-input.ts'
import { staticMap } from '../../resolvers/static-map.ts'
import { fromStaticMapWords, toStaticMapQuery } from '../../resolvers/static-map-address.ts'
import { builder, priceOf } from '../builder.ts'
import { roomOf, StaticMapType, withoutNullMembers } from '../static-map.ts'
import { CourseInterface } from './course-interface.ts'

/** What the price of a picture is known by before its line is: it is simplified for the address. */
const SHORT_LINE = {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [1, 1],
  ],
}

/** Left out of the address. */
const DEFAULTS: Record<string, unknown> = { width: 800, height: 600, scale: 1, hillshade: true }

/** What the address says, so that both draw the same. */
function pictureOf(query: string): object {
  const words = new URLSearchParams(query)
  return fromStaticMapWords((name) => words.get(name) ?? undefined)
}

builder.interfaceFields(CourseInterface, (t) => ({
  staticMap: t.field({
    type: StaticMapType,
    nullable: true,
    description:
      'A map picture with the line on top; of several parts, the longest. A long line is simplified so that the address stays below 8 KB. Null beside an error if an argument is out of bounds or the line has no length.',
    args: {
      width: t.arg.int({ defaultValue: 800, description: 'Pixels, 128 to 2048.' }),
      height: t.arg.int({ defaultValue: 600, description: 'Pixels, 128 to 2048.' }),
      scale: t.arg.int({
        defaultValue: 1,
        description:
          '1, or 2 for a picture twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale).',
      }),
      hillshade: t.arg.boolean({ defaultValue: true, description: 'Relief as light and shade.' }),
    },
    complexity: (args) => ({
      field: 0,
      multiplier: priceOf(staticMap, { ...withoutNullMembers(args), geojson: SHORT_LINE }),
    }),
    resolve: async (source, args, { ledger, loaders }) => {
      const given = Object.fromEntries(
        Object.entries(withoutNullMembers(args)).filter(([name, value]) => value !== DEFAULTS[name]),
      )
      parseInput(staticMap, { ...given, geojson: SHORT_LINE })
      const parts = await courseOf(source).parts(loaders)
      const line = parts.reduce((longest, part) => (part.length > longest.length ? part : longest))
      const query = toStaticMapQuery({ ...given, line }, roomOf(ledger.services.publicApiUrl))
      if (query === null) return null
      return { parts: given, query, picture: () => pictureOf(query) }
    },
  }),
}))
