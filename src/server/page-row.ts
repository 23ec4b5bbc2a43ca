// A path that is no operation: a file, a page, the GraphQL door. What its handler throws leaves in the `error` shape.

import type { Exchange, HostName } from './exchange.ts'

export interface PageRow {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  /** for the log */
  name: string
  handle(exchange: Exchange, parameters: Record<string, string>): Promise<void> | void
}
