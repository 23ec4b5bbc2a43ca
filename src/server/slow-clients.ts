// Clients that hold memory by being slow: a large body that comes in too slowly, and answers that are not read. Above
// the limit of unread bytes, the oldest answer of the address with the most is cut off.

import { SMALL_BODY_BYTES } from '../overload/byte-budget.ts'
import type { LinkedList } from '../overload/linked-list.ts'
import type { RequestContext, OpenRequest } from './request-context.ts'

const SLOW_AFTER_MS = 5000
const MIN_BODY_RATE = 32_768

export interface SlowClientsOptions {
  /** bytes of answers not read by clients; above it the oldest answer of the address with the most is cut off */
  maxUnreadBytes: number
  /** a large body slower than this is dropped after SLOW_AFTER_MS; bytes a second */
  minBodyRate?: number
}

interface Unread {
  context: RequestContext
  caller: string
  bytes: number
}

export class SlowClients {
  /** connections ended because a body came too slowly or an answer was not read */
  readonly cutOff = { slow_body: 0, unread_answer: 0 }
  readonly #options: SlowClientsOptions
  #unreadBytes = 0

  constructor(options: SlowClientsOptions) {
    this.#options = options
  }

  /** As of the last call of `cutOffSlow`. */
  get unreadBytes(): number {
    return this.#unreadBytes
  }

  /** `open`: in the order of arrival */
  cutOffSlow(open: LinkedList<OpenRequest>): void {
    const nowMs = performance.now()
    const rate = this.#options.minBodyRate ?? MIN_BODY_RATE
    let unreadBytes = 0
    const unread: Unread[] = []
    for (let link = open.first; link !== null; link = link.after) {
      const request = link.item
      const { context, heldBytes, bytesReadBefore, sinceMs } = request
      if (context.response.headersSent) {
        const bytes = context.response.writableLength
        if (bytes > 0) unread.push({ context, caller: request.caller, bytes })
        unreadBytes += bytes
      } else if (
        heldBytes > SMALL_BODY_BYTES &&
        !context.request.complete &&
        nowMs - sinceMs > SLOW_AFTER_MS &&
        context.request.socket.bytesRead - bytesReadBefore < ((nowMs - sinceMs) / 1000) * rate
      ) {
        this.cutOff.slow_body++
        endSlowBody(context)
      }
    }
    while (unreadBytes > this.#options.maxUnreadBytes) {
      const { context, bytes } = takeNextToCut(unread)
      this.cutOff.unread_answer++
      unreadBytes -= bytes
      context.request.socket.destroy()
    }
    this.#unreadBytes = unreadBytes
  }
}

/** Removes the oldest of the address with the most; `unread` is in order of arrival and not empty. */
function takeNextToCut(unread: Unread[]): Unread {
  const perCaller = new Map<string, number>()
  for (const { caller, bytes } of unread) perCaller.set(caller, (perCaller.get(caller) ?? 0) + bytes)
  let most = unread[0].caller
  for (const [caller, bytes] of perCaller) if (bytes > perCaller.get(most)!) most = caller
  return unread.splice(
    unread.findIndex(({ caller }) => caller === most),
    1,
  )[0]
}

function endSlowBody({ request, response }: RequestContext): void {
  const body = JSON.stringify({ error: 'timeout', message: 'The body comes too slowly.' })
  response.once('finish', () => request.socket.destroySoon())
  response.writeHead(408, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Connection',
    'close',
    'Access-Control-Allow-Origin',
    '*',
  ])
  response.end(body)
}
