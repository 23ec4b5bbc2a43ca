// A row of the dispatcher: an operation, a page, a file, the GraphQL handler, metrics.

import type { Transport } from '../observe/request-metrics.ts'
import type { ErrorShape } from './error-shapes.ts'
import type { RequestContext, HostName } from './request-context.ts'
import type { HeaderList } from './send-answer.ts'

export interface HttpRoute {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  /** for the log and the metrics: the operation's id, or the name of a page */
  name: string
  /** shape of failures; default `error` */
  errors?: ErrorShape
  /** always answered, overloaded or not */
  vital?: true
  /** the kind of job it sends to threads; refused before its body is read while they are overloaded */
  job?: string
  /**
   * a static file: not refused while the main thread is busy, since half a map helps nobody and it costs almost
   * nothing
   */
  isFile?: true
  /** for the metrics; default 'page'. GraphQL refuses in its own shape. */
  transport?: Transport
  /** headers for its failures */
  failureHeaders?(context: RequestContext): Promise<HeaderList>
  /** sets the caller if the request has a valid key, before its method is refused; fails never */
  identify?(context: RequestContext): Promise<void>
  handle(context: RequestContext, parameters: Record<string, string>): Promise<void> | void
}
