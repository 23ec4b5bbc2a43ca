// Course.trails: the signed routes that it follows.

import { courseOf } from '../../resolvers/course-of.ts'
import type { Course } from '../../resolvers/course-of.ts'
import type { Loaders } from '../../resolvers/loaders.ts'
import { trails } from '../../resolvers/search.ts'
import { trailUsesArgs } from '../../resolvers/search-args.ts'
import type { TrailRow } from '../../src/places/catalogue-rows.ts'
import { roundTo, tenths } from '../../src/wire/round-to.ts'
import { builder, withoutNulls } from '../builder.ts'
import { priceOfPage } from '../connection.ts'
import { TrailType } from '../trail-type.ts'
import { CourseInterface } from './course-interface.ts'

interface TrailUse {
  trail: TrailRow
  sharedM: number
  share: number
}

const TrailUseType = builder.objectRef<TrailUse>('TrailUse').implement({
  description: 'A signed route that a course follows for a while.',
  fields: (t) => ({
    trail: t.field({ type: TrailType, description: 'The signed route.', resolve: (use) => use.trail }),
    sharedM: t.exposeFloat('sharedM', { description: 'Metres of the course along it.' }),
    share: t.exposeFloat('share', { description: 'Share of the course along it, 0 to 1.' }),
  }),
})

builder.interfaceFields(CourseInterface, (t) => ({
  trails: t.field({
    type: [TrailUseType],
    nullable: true,
    description:
      'Signed routes that it follows, longest stretch first; null where the network was not asked, as `unknowns` says, or beside an error.',
    args: t.validate(
      { first: t.arg.int({ defaultValue: 10, description: 'At most this many, 1 to 50.' }) },
      withoutNulls(trailUsesArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (source, { first }, { ledger, loaders }) => {
      const { ways, distanceM } = courseOf(source)
      return ways === null
        ? null
        : ledger.runLinked(trails, 1, () => trailUses(loaders, { ways, distanceM }, first ?? 10))
    },
  }),
}))

async function trailUses(
  loaders: Loaders,
  { ways, distanceM }: { ways: NonNullable<Course['ways']>; distanceM: number },
  first: number,
): Promise<TrailUse[]> {
  const sharedM = new Map<number, number>()
  for (const { fromM, toM, trails: ids } of ways.stretches)
    for (const id of new Set(ids)) sharedM.set(id, (sharedM.get(id) ?? 0) + toM - fromM)
  const longest = [...sharedM].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, first)
  const rows = await Promise.all(longest.map(([id]) => loaders.trail(id)))
  return longest.flatMap(([, metres], index) => {
    const trail = rows[index]
    if (trail === null) return []
    const share = distanceM > 0 ? Math.min(1, roundTo(metres / distanceM, 10_000)) : 0
    return [{ trail, sharedM: tenths(metres), share }]
  })
}
