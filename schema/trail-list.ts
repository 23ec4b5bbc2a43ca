// Lists of trails: found by a text, near a point, in a box; put into an order by what little every order needs, then
// only the rows of the page are read.

import { edgesOf } from './connection.ts'
import type { DocumentContext } from './builder.ts'
import { type PageRequest, pageOf } from '../resolvers/page-of.ts'
import type { ListedTrail } from '../src/search/order-trails.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import type { TrailConnection } from './trail-type.ts'

/** `trails` are all of the list, in its order. A trail that a new release has no more is left out. */
export async function listTrails(
  trails: readonly ListedTrail[],
  request: PageRequest,
  loaders: DocumentContext['loaders'],
  truncated = false,
): Promise<TrailConnection> {
  const page = pageOf(trails, request, ({ key }) => String(key.relationId))
  const rows = await Promise.all(
    page.edges.map(({ node: { key } }) => ('bbox' in key ? (key as TrailRow) : loaders.trail(key.relationId))),
  )
  const edges = edgesOf(page, ({ distanceM, fuzzy, partial }) => ({ distanceM, fuzzy, partial }))
    .map((edge, i) => ({ ...edge, node: rows[i] }))
    .filter((edge): edge is typeof edge & { node: TrailRow } => edge.node !== null)
  return { edges, page, total: truncated ? null : trails.length, truncated }
}

/** Trails whose rows are known already, in the order of the list. */
export const listed = (trails: readonly TrailRow[]): ListedTrail[] =>
  trails.map((key) => ({ key, distanceM: null, fuzzy: false, partial: false }))
