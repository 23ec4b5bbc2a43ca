// Limits on what one address may keep open: connections and incomplete heads, before anything about it is identified,
// and later large bodies that come in slowly and answers that are not read (`SlowClients`), within
// the bytes of all (`ByteBudget`).
// Trusted proxies are exempt, since they connect on behalf of everybody; the totals still apply to them. One set of
// limits serves all public listeners. Heads are checked every quarter of a second: node keeps their bytes in its parser
// and reports only how many a socket has read.

import type { Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import type { LinkedList } from '../overload/fair-queue.ts'
import type { RequestContext, OpenRequest } from './request-context.ts'

/** Up to here a body is small. */
export const SMALL_BODY_BYTES = 65_536
const SHARE_OF_LARGE = 0.75

/**
 * Bytes of request bodies that are held at once, over all requests. A body is counted before its first byte is read,
 * with what it can grow to, and given back when its request ends. Large bodies may fill three quarters; the rest is
 * kept for small ones.
 */
export class ByteBudget {
  readonly capBytes: number
  #heldBytes = 0

  constructor(capBytes: number) {
    this.capBytes = capBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Counts them where they fit. A lone body always fits, however small the cap. */
  take(bytes: number): boolean {
    const cap = bytes <= SMALL_BODY_BYTES ? this.capBytes : this.capBytes * SHARE_OF_LARGE
    if (this.#heldBytes > 0 && this.#heldBytes + bytes > cap) return false
    this.#heldBytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes
  }
}

export interface ConnectionBounds {
  /** over all listeners: the open files allowed to the process, minus those it needs itself */
  maxConnections: number
  maxConnectionsPerAddress: number
  /** incomplete heads */
  maxHeadsPerAddress: number
  /** bytes of incomplete heads, over all addresses */
  maxHeadBytes: number
  /** the address that a peer counts for; null: a trusted proxy */
  addressOf: (socketAddress: string | undefined) => string | null
  /** called the first time that an address is refused, then at most once a minute */
  onCrowding?: () => void
}

export type ConnectionRefusal = 'connections' | 'connections_of_address' | 'heads_of_address' | 'head_bytes'

interface Peer {
  address: string | null
  /** requests not answered yet */
  open: number
  /** bytes that the socket had read when its last request finished */
  readBefore: number
}

interface Head {
  socket: Socket
  address: string | null
  bytes: number
}

const SWEEP_MS = 250
const TELL_EVERY_MS = 60_000
const BUSY_BODY = JSON.stringify({ error: 'busy', message: 'Too many unfinished requests. Try again in a moment.' })
const BUSY_TEXT = `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${BUSY_BODY.length}\r\nRetry-After: 2\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${BUSY_BODY}`

export class ConnectionLimits {
  readonly refused: Record<ConnectionRefusal, number> = {
    connections: 0,
    connections_of_address: 0,
    heads_of_address: 0,
    head_bytes: 0,
  }
  readonly #bounds: ConnectionBounds
  readonly #peers = new Map<Socket, Peer>()
  readonly #perAddress = new Map<string, number>()
  #sweep: NodeJS.Timeout | null = null
  #loggedMs = -Infinity

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds
  }

  /** Whether a new connection may stay; if not, it is closed. */
  admit(socket: Socket): boolean {
    const { maxConnections, maxConnectionsPerAddress, addressOf } = this.#bounds
    const address = addressOf(socket.remoteAddress)
    const ofAddress = address === null ? 0 : (this.#perAddress.get(address) ?? 0)
    if (this.#peers.size >= maxConnections) return this.#close(socket, 'connections')
    if (ofAddress >= maxConnectionsPerAddress) return this.#close(socket, 'connections_of_address')
    if (address !== null) this.#perAddress.set(address, ofAddress + 1)
    this.#peers.set(socket, { address, open: 0, readBefore: 0 })
    socket.once('close', () => this.#forget(socket))
    this.#sweep ??= setInterval(() => this.#onSweep(), SWEEP_MS).unref()
    return true
  }

  /** A head is complete. */
  began(socket: Socket): void {
    const peer = this.#peers.get(socket)
    if (peer !== undefined) peer.open++
  }

  /** A request is finished. */
  ended(socket: Socket): void {
    const peer = this.#peers.get(socket)
    if (peer === undefined) return
    peer.open--
    peer.readBefore = socket.bytesRead
  }

  #close(socket: Socket, reason: ConnectionRefusal): false {
    this.#refused(reason)
    socket.destroy()
    return false
  }

  #refused(reason: ConnectionRefusal): void {
    this.refused[reason]++
    if (reason === 'connections' || performance.now() - this.#loggedMs < TELL_EVERY_MS) return
    this.#loggedMs = performance.now()
    this.#bounds.onCrowding?.()
  }

  #forget(socket: Socket): void {
    const peer = this.#peers.get(socket)
    if (peer === undefined) return
    this.#peers.delete(socket)
    if (peer.address !== null) {
      const left = this.#perAddress.get(peer.address)! - 1
      if (left > 0) this.#perAddress.set(peer.address, left)
      else this.#perAddress.delete(peer.address)
    }
    if (this.#peers.size === 0 && this.#sweep !== null) {
      clearInterval(this.#sweep)
      this.#sweep = null
    }
  }

  #onSweep(): void {
    const { maxHeadsPerAddress, maxHeadBytes } = this.#bounds
    const heads = this.#unfinishedHeads()
    const perAddress = new Map<string, number>()
    let bytes = 0
    const kept: Head[] = []
    // oldest connections first: a Map keeps insertion order
    for (const head of heads) {
      const ofAddress = head.address === null ? 0 : (perAddress.get(head.address) ?? 0) + 1
      if (ofAddress > maxHeadsPerAddress) {
        this.#endHead(head, 'heads_of_address')
        continue
      }
      if (head.address !== null) perAddress.set(head.address, ofAddress)
      kept.push(head)
      bytes += head.bytes
    }
    if (bytes <= maxHeadBytes) return
    kept.sort((a, b) => b.bytes - a.bytes)
    for (const head of kept) {
      if (bytes <= maxHeadBytes) break
      bytes -= head.bytes
      this.#endHead(head, 'head_bytes')
    }
  }

  #unfinishedHeads(): Head[] {
    const heads: Head[] = []
    for (const [socket, { address, open, readBefore }] of this.#peers) {
      if (open > 0) continue
      const bytes = socket.bytesRead - readBefore
      if (bytes > 0) heads.push({ socket, address, bytes })
    }
    return heads
  }

  #endHead({ socket }: Head, reason: ConnectionRefusal): void {
    this.#refused(reason)
    if (socket.writable) socket.write(BUSY_TEXT)
    socket.destroySoon()
  }
}

/** For releases, databases, threads, logs and the listener for probes. */
const RESERVED = 256

/** The limit of this process; Infinity if the system does not report one. */
export function openFileLimit(limitsFile = '/proc/self/limits'): number {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(limitsFile, 'utf8'))?.[1]
    return limit === undefined || limit === 'unlimited' ? Infinity : Number(limit)
  } catch {
    // the file exists only on Linux
    const report = process.platform === 'win32' ? null : (process.report.getReport() as ReportedLimits)
    const soft = Number(report?.userLimits?.open_files?.soft)
    return soft > 0 ? soft : Infinity
  }
}

interface ReportedLimits {
  userLimits?: { open_files?: { soft: number | string } }
}

/** How many are left for connections. */
export function connectionsWithin(openFiles: number): number {
  return openFiles - Math.min(RESERVED, Math.floor(openFiles / 2))
}

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

/**
 * Clients that hold memory by being slow: a large body that comes in too slowly, and answers that are not read. Above
 * the limit of unread bytes, the oldest answer of the address with the most is cut off.
 */
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
