// Connections as Relay has them, forward only: edges with opaque cursors and a PageInfo. One function makes the pair of
// types for a node; the pages themselves are cut in resolvers/page-of.ts.

import type { Page, PageRequest } from '../resolvers/page-of.ts'
import { builder } from './builder.ts'

interface PageInfo {
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}

const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page is in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more follows.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether something came before.' }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'Cursor of the first edge; null on an empty page.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Cursor of the last edge, for `after`; null on an empty page.',
    }),
  }),
})

export const pageInfoOf = (page: Page<unknown>): PageInfo => ({
  hasNextPage: page.hasNextPage,
  hasPreviousPage: page.hasPreviousPage,
  startCursor: page.edges[0]?.cursor ?? null,
  endCursor: page.edges.at(-1)?.cursor ?? null,
})

export { PageInfoType }

/** Complexity of a connection: its own credits, and what is asked of its nodes times `first`. */
export const priceOfPage = (credits: number, first: number) => ({ field: credits, multiplier: first })

/** Arguments as a page: `first` has been bounded by the field's check. */
export function pageRequest(args: { first?: number | null; after?: string | null }, preset: number): PageRequest {
  return { first: args.first ?? preset, after: args.after ?? null }
}
