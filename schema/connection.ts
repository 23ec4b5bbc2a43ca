// Connections as Relay has them: edges with opaque cursors, the nodes by themselves, a PageInfo, how many there are in
// all, and whether the list ends before everything was listed. One function makes the pair of types for a node; the
// pages themselves are cut in resolvers/page-of.ts.

import type { FieldMap, OutputRef } from '@pothos/core'
import type { Page, PageRequest } from '../resolvers/page-of.ts'
import { type FieldBuilder, builder } from './builder.ts'

export interface Edge<Node> {
  node: Node
  cursor: string
}

export interface Connection<E extends Edge<unknown>> {
  edges: E[]
  page: Page<unknown>
  /** computed only if selected; null if counting would be too expensive */
  total: number | null | (() => Promise<number | null>)
  /** left out of a list that never is */
  truncated?: boolean
  /** of a list with a filter */
  unknownCount?: number
}

const PageInfoType = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page is in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more follows.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether something came before.' }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge, for `before`; null on an empty page.',
      resolve: ({ edges }) => edges[0]?.cursor ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last edge, for `after`; null on an empty page.',
      resolve: ({ edges }) => edges.at(-1)?.cursor ?? null,
    }),
  }),
})

interface Words<E extends Edge<unknown>, C extends Connection<E>> {
  /** the node type */
  node: OutputRef<E['node']>
  /** `A place in a list.` */
  edge: string
  /** `A list of places.` */
  list: string
  /** why there may be more than the list shows, and when its length is not given; left out: it is whole, and counted */
  truncated?: string
  total?: string
  /** whether a filter (`where`) leaves out what may meet it */
  isFiltered?: true
  /** further fields */
  edgeFields?: (t: FieldBuilder<E>) => FieldMap
  fields?: (t: FieldBuilder<C>) => FieldMap
}

/** The types NAMEConnection and NAMEEdge. */
export function defineConnection<E extends Edge<unknown>, C extends Connection<E> = Connection<E>>(
  name: string,
  { node, edge: anEdge, list, truncated, total, isFiltered, edgeFields, fields }: Words<E, C>,
) {
  const edge = builder.objectRef<E>(`${name}Edge`)
  edge.implement({
    description: anEdge,
    fields: (t) => ({
      node: t.field({ type: node, description: 'What is in this position.', resolve: (one) => one.node as never }),
      cursor: t.string({
        description: 'Opaque position in the list, for `after` and `before`.',
        resolve: (one) => one.cursor,
      }),
    }),
  })
  if (edgeFields !== undefined) builder.objectFields(edge, edgeFields)
  const connection = builder.objectRef<C>(`${name}Connection`)
  connection.implement({
    description: list,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'This page, with what the list knows about each, e.g. its distance.',
        resolve: ({ edges }) => edges,
      }),
      nodes: t.field({
        type: [node],
        description: 'This page, without its edges.',
        resolve: ({ edges }) => edges.map((one) => one.node) as never,
      }),
      pageInfo: t.field({
        type: PageInfoType,
        description: 'Where this page is in the list.',
        resolve: ({ page }) => page,
      }),
      totalCount: t.int({
        nullable: (truncated !== undefined) as true,
        description: `How many there are over all pages${total ?? ''}.`,
        resolve: ({ total: count }) => (typeof count === 'function' ? count() : count),
      }),
    }),
  })
  if (truncated !== undefined)
    builder.objectField(connection, 'truncated', (t) =>
      t.boolean({
        description: `Whether there are more than all pages show${truncated}.`,
        resolve: (one) => one.truncated === true,
      }),
    )
  if (isFiltered === true)
    builder.objectField(connection, 'unknownCount', (t) =>
      t.int({
        description:
          'How many more may meet `where`: what it asks for is not known of them, so that they are left out.',
        resolve: ({ unknownCount = 0 }) => unknownCount,
      }),
    )
  if (fields !== undefined) builder.objectFields(connection, fields)
  return connection
}

/** Edges made of the rows of a page. */
export function edgesOf<Row, E extends object>(page: Page<Row>, edgeOf: (row: Row) => E): (E & { cursor: string })[] {
  return page.edges.map(({ node, cursor }) => ({ ...edgeOf(node), cursor }))
}

interface CheckedPage {
  first: number
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** Rows that a page may hold. */
export const sizeOf = ({ first, last }: CheckedPage): number => last ?? first

/** Price of a connection: its own credits, and what is asked of its nodes times their number. */
export const priceOfPage = (credits: number, page: CheckedPage) => ({ field: credits, multiplier: sizeOf(page) })

export function pageRequest({ after, before, ...page }: CheckedPage): PageRequest {
  return { size: sizeOf(page), after: after ?? null, before: before ?? null, backward: page.last != null }
}
