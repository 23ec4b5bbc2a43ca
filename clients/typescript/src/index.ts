// Everything of @waypost/client. Two halves that work alone: what is not used is left out by a bundler.

import { createGraphql, type Graphql } from './graphql.ts'
import { createRest, type Rest } from './rest.ts'
import type { ClientOptions } from './send.ts'

export { createGraphql, createRest }
export { WaypostError, type FailureCode } from './waypost-error.ts'
export type { Graphql, GraphqlPart } from './graphql.ts'
export type { GraphqlAnswer } from './graphql-answer.ts'
export type { GraphqlEvent, SubscribeOptions } from './subscribe.ts'
export type { Rest }
export type { CallOptions, ClientOptions, Cost } from './send.ts'
export type { TypedDocument } from './typed-document.ts'
export * from './generated/documents.ts'
export type * as Wire from './generated/rest.ts'
export type { ErrorCode } from './generated/rest.ts'

export interface WaypostClient extends Graphql {
  rest: Rest
}

/** Both doors of one service. */
export function createClient(options: ClientOptions): WaypostClient {
  return { ...createGraphql(options), rest: createRest(options) }
}
