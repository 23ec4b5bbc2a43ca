// Course.trails: the signed routes that it follows.

import { type Course, courseOf } from '../../resolvers/course-of.ts'
import type { Loaders } from '../../resolvers/loaders.ts'
import { trails } from '../../resolvers/search.ts'
import { pageOf } from '../../resolvers/page-of.ts'
import { trailUsesArgs } from '../../resolvers/input/search-args.ts'
import type { TrailRow } from '../../src/places/catalogue-rows.ts'
import { roundTo, tenths } from '../../src/wire/round-to.ts'
import { builder, withoutNulls } from '../builder.ts'
import { type Edge, defineConnection, edgesOf, pageArgs, pageRequest, priceOfPage, sizeOf } from '../connection.ts'
import { TrailType } from '../trail-type.ts'
import { CourseInterface } from './course-interface.ts'

interface TrailUse extends Edge<TrailRow> {
  sharedM: number
  share: number
}

const TrailUseConnectionType = defineConnection<TrailUse>('TrailUse', {
  node: TrailType,
  edge: 'A signed route that a course follows for a while.',
  list: 'The signed routes that a course follows.',
  total: '; null never',
  truncated: '; never',
  edgeFields: (t) => ({
    sharedM: t.exposeFloat('sharedM', { description: 'Metres that the course follows it.' }),
    share: t.exposeFloat('share', { description: 'Share of the course that follows it, 0 to 1.' }),
  }),
})

const PAGE = { preset: 10, max: 50 }

builder.interfaceFields(CourseInterface, (t) => ({
  trails: t.field({
    type: TrailUseConnectionType,
    nullable: true,
    description:
      'Signed routes that it follows, longest stretch first; null if it was not matched to the network, as `unknowns` says, or beside an error.',
    args: t.validate(pageArgs(t, PAGE), withoutNulls(trailUsesArgs)),
    extensions: { runs: trails },
    complexity: (args) => priceOfPage(1, sizeOf(args, PAGE.preset)),
    resolve: (source, paging, { ledger, loaders }) => {
      const { ways, distanceM } = courseOf(source)
      if (ways === null) return null
      return ledger.runLinked(trails, 1, async () => {
        const uses = await trailUses(loaders, { ways, distanceM })
        const page = pageOf(uses, pageRequest(paging, PAGE.preset), ({ node }) => String(node.relationId))
        return { edges: edgesOf(page, (use) => use), page, total: uses.length, truncated: false }
      })
    },
  }),
}))

async function trailUses(
  loaders: Loaders,
  { ways, distanceM }: { ways: NonNullable<Course['ways']>; distanceM: number },
): Promise<Omit<TrailUse, 'cursor'>[]> {
  const sharedM = new Map<number, number>()
  for (const { fromM, toM, trails: ids } of ways.stretches)
    for (const id of new Set(ids)) sharedM.set(id, (sharedM.get(id) ?? 0) + toM - fromM)
  const longest = [...sharedM].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const rows = await Promise.all(longest.map(([id]) => loaders.trail(id)))
  return longest.flatMap(([, metres], index) => {
    const node = rows[index]
    if (node === null) return []
    const share = distanceM > 0 ? Math.min(1, roundTo(metres / distanceM, 10_000)) : 0
    return [{ node, sharedM: tenths(metres), share }]
  })
}
