// What the dispatcher serves at a path: an operation, a page, a file, the GraphQL door, metrics.

import type { Door } from '../observe/request-metrics.ts'
import type { ErrorShape } from './error-shapes.ts'
import type { Exchange, HostName } from './exchange.ts'
import type { HeaderList } from './send-answer.ts'

export interface ServedRow {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  /** for the log and the metrics: the operation's id, or the name of a page */
  name: string
  /** how a failure looks; `error` where left out */
  errors?: ErrorShape
  /** always answered, overloaded or not */
  vital?: true
  /** the kind of job that it hands to threads: refused before its body is read while those are overloaded */
  job?: string
  /**
   * a file as it lies there: not refused while the main thread is busy, since half a map helps nobody and it costs next
   * to nothing
   */
  isFile?: true
  /** whose requests these are, for the metrics; 'page' where left out. The GraphQL door refuses in its own shape. */
  door?: Door
  /** headers that go with a failure of its own */
  failureHeaders?(exchange: Exchange): Promise<HeaderList>
  handle(exchange: Exchange, parameters: Record<string, string>): Promise<void> | void
}
