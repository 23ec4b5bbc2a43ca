// Lists of trails for GraphQL: by a text, near a point, in a box, or all of these, in an order. Reads what the order
// needs of all of them; the rows of a page are read by those who show it.

import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type { TrailFilter } from '../src/places/catalogue-rows.ts'
import type { TrailStore } from '../src/places/catalogue-stores.ts'
import { meetsFilter, type ListedTrail, type TrailOrder, orderTrails } from '../src/search/order-trails.ts'
import { searchTrails } from '../src/search/search-trails.ts'
import { tenths } from '../src/wire/round-to.ts'
import type { Loaders } from './loaders.ts'

const EXACT = { fuzzy: false, partial: false }

export interface TrailQuestion {
  text: string | null
  near: LonLat | null
  /** metres around `near` */
  withinM: number
  box: Box | null
  filter: TrailFilter
  /** null: by the text, else by distance, else by level */
  order: TrailOrder | null
}

/** All that meet every part of the question; `truncated`: more may have the words of the text. */
export async function findTrails(
  { text, near, withinM, box, filter, order }: TrailQuestion,
  store: TrailStore,
): Promise<{ found: ListedTrail[]; truncated: boolean }> {
  const [named, around, inside] = await Promise.all([
    text === null ? null : searchTrails(store, text, { type: filter.type ?? null, box }),
    near === null ? null : store.findNear([near], { radiusM: withinM, ...filter }),
    // a text looks in the box by itself
    box === null || text !== null ? null : store.findKeysInBox({ box, ...filter }),
  ])
  const awayM = around === null ? null : new Map(around[0].map((key) => [key.relationId, tenths(key.distanceM)]))
  const isInside = inside === null ? null : new Set(inside.map(({ relationId }) => relationId))
  const keys: readonly Omit<ListedTrail, 'distanceM'>[] =
    named !== null
      ? named.hits
          .filter(({ trail }) => meetsFilter(trail, filter))
          .map(({ trail: key, ...match }) => ({ key, ...match }))
      : (around?.[0] ?? inside ?? []).map((key) => ({ key, ...EXACT }))
  const found = keys
    .filter(({ key: { relationId } }) => awayM?.has(relationId) !== false && isInside?.has(relationId) !== false)
    .map((one) => ({ ...one, distanceM: awayM?.get(one.key.relationId) ?? null }))
  const preset = text !== null ? 'match' : near !== null ? 'distance' : 'level'
  return { found: orderTrails(found, order ?? preset), truncated: named?.truncated ?? false }
}

/** All near a spot, for a whole list of spots in one call. */
export async function findTrailsNear(
  at: LonLat,
  { order, ...query }: TrailFilter & { radiusM: number; order: TrailOrder },
  loaders: Loaders,
): Promise<ListedTrail[]> {
  const near = await loaders.trailsNear(at, query)
  return orderTrails(
    near.map((key) => ({ key, distanceM: key.distanceM, ...EXACT })),
    order,
  )
}
