// Why a list came out empty, where its area lies outside all regions: in `extensions.hints` of the answer.

import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql'
import type { Area } from '../resolvers/input/list-fields.ts'
import type { DocumentContext } from './document-context.ts'
import { hintsOfArea } from './http/error-hints.ts'

/** The list as it is. */
export function withHints<List extends { edges: readonly unknown[] }>(
  list: List,
  area: Area | undefined,
  { session, hints }: DocumentContext,
  { path }: GraphQLResolveInfo,
): List {
  if (list.edges.length === 0 && area !== undefined) {
    const field = responsePathAsArray(path)
    for (const hint of hintsOfArea(area, 'where.area', session.services.releases)) hints.push({ ...hint, field })
  }
  return list
}
