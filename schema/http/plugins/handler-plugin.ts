// What a plugin of the handler is to Yoga. Every request passes all of them, in the order of graphql-handler.ts; one
// that is refused goes from there to the writer.

import type { Plugin } from 'graphql-yoga'
import type { OpenedRequest } from '../opened-request.ts'

/** Few properties: Yoga adds its own to it, and each costs time. */
export interface HandlerContext {
  opened: OpenedRequest
}

export type HandlerPlugin = Plugin<HandlerContext, HandlerContext>
