// Limits on what one address may keep open before anything about it is identified: connections, and incomplete heads.
// Trusted proxies are exempt, since they connect on behalf of everybody; the totals still apply to them. One set of
// limits serves all public listeners. Heads are checked every quarter of a second: node keeps their bytes in its parser
// and reports only how many a socket has read.

import type { Socket } from 'node:net'
import { readFileSync } from 'node:fs'

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
