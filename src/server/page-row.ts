// A path that is no operation: a file, a page, the GraphQL door. What its handler throws leaves in the `error` shape.

import type { Door } from '../observe/request-metrics.ts'
import type { Exchange, HostName } from './exchange.ts'

export interface PageRow {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  /** for the log */
  name: string
  /** always answered, overloaded or not */
  vital?: true
  /**
   * a file as it lies there: not refused while the main thread is busy, since half a map helps nobody and it costs next
   * to nothing
   */
  isFile?: true
  /** what a failure of its own looks like is not REST's; 'page' where left out */
  door?: Door
  handle(exchange: Exchange, parameters: Record<string, string>): Promise<void> | void
}
