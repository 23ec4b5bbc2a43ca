// The client of the overload bench, in a process of its own: plain sockets, requests made beforehand, as little work a
// request as can be. Offers load one at a time, with a fixed number in flight, or at a rate (Poisson, whatever the
// answers do), each request from another address. Latency counts from when a request left, or would have if a line had
// been free, to its last byte; how late the client itself was is distinguished. Told what to do by messages, answers
// with sums.

import { connect, type Socket } from 'node:net'

export interface LoadRequest {
  operation: string
  weight: number
  /** everything up to the X-Forwarded-For line, which the client writes */
  head: string
  tail: string
}

export interface LoadOrder {
  port: number
  requests: LoadRequest[]
  seconds: number
  /** requests a second */
  rate?: number
  /** in flight at once */
  lanes?: number
  seed: number
}

export interface OperationOutcome {
  accepted: number[]
  /** 4xx of the request itself: a mistake of the bench */
  other: Record<string, number>
}

export interface LoadOutcome {
  sent: number
  operations: Record<string, OperationOutcome>
  refused: { status: Record<string, number>; latencies: number[]; withoutRetryAfter: number }
  failed: number
  /** milliseconds by which the last percent of requests left later than planned */
  latenessMs: number
  /** /healthz, ten times a second beside the load */
  health: number[]
}

interface Line {
  socket: Socket
  busy: boolean
  onAnswer: ((status: number, retryAfter: boolean) => void) | null
  onFailure: (() => void) | null
  buffered: Buffer
}

function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function openLine(port: number, lines: Line[]): Line {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const line: Line = { socket, busy: false, onAnswer: null, onFailure: null, buffered: Buffer.alloc(0) }
  const drop = () => {
    const at = lines.indexOf(line)
    if (at >= 0) lines.splice(at, 1)
    socket.destroy()
    const fail = line.onFailure
    line.onFailure = line.onAnswer = null
    fail?.()
  }
  let need = -1
  let status = 0
  let retryAfter = false
  let closes = false
  socket.on('data', (chunk: Buffer) => {
    if (need < 0) {
      line.buffered = line.buffered.length === 0 ? chunk : Buffer.concat([line.buffered, chunk])
      const end = line.buffered.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = line.buffered.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      retryAfter = /\r\nretry-after: \d/i.test(head)
      closes = /\r\nconnection: close/i.test(head)
      need = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (line.buffered.length - end - 4)
      line.buffered = Buffer.alloc(0)
    } else need -= chunk.length
    if (need > 0) return
    need = -1
    const done = line.onAnswer
    line.onAnswer = line.onFailure = null
    line.busy = false
    if (closes) {
      const at = lines.indexOf(line)
      if (at >= 0) lines.splice(at, 1)
      socket.end()
    }
    done?.(status, retryAfter)
  })
  socket.on('error', drop)
  socket.on('close', drop)
  lines.push(line)
  return line
}

/** As a proxy before a service would keep them; requests beyond wait for one, and their latency counts that. */
const MAX_LINES = 256

async function run(order: LoadOrder): Promise<LoadOutcome> {
  const draw = random(order.seed)
  const lines: Line[] = []
  const outcome: LoadOutcome = {
    sent: 0,
    operations: {},
    refused: { status: {}, latencies: [], withoutRetryAfter: 0 },
    failed: 0,
    latenessMs: 0,
    health: [],
  }
  for (const { operation } of order.requests) outcome.operations[operation] ??= { accepted: [], other: {} }
  const total = order.requests.reduce((sum, { weight }) => sum + weight, 0)
  const pick = (): LoadRequest => {
    let left = draw() * total
    for (const request of order.requests) if ((left -= request.weight) < 0) return request
    return order.requests[0]
  }
  let inFlight = 0
  const send = (request: LoadRequest): Promise<void> =>
    new Promise((resolve) => {
      inFlight++
      outcome.sent++
      const startedMs = performance.now()
      const line = lines.find((one) => !one.busy) ?? (lines.length < MAX_LINES ? openLine(order.port, lines) : null)
      if (line === null) waiting.push((free) => use(free, request, startedMs, resolve))
      else use(line, request, startedMs, resolve)
    })
  const waiting: ((line: Line) => void)[] = []
  const use = (line: Line, request: LoadRequest, startedMs: number, resolve: () => void): void => {
    line.busy = true
    const finish = () => {
      inFlight--
      resolve()
      const next = waiting.shift()
      if (next !== undefined) next(lines.find((one) => !one.busy) ?? openLine(order.port, lines))
    }
    line.onFailure = () => {
      outcome.failed++
      finish()
    }
    line.onAnswer = (status, retryAfter) => {
      const ms = performance.now() - startedMs
      if (status >= 200 && status < 300) outcome.operations[request.operation].accepted.push(ms)
      else if (status === 429 || status === 503) {
        outcome.refused.status[status] = (outcome.refused.status[status] ?? 0) + 1
        outcome.refused.latencies.push(ms)
        if (!retryAfter) outcome.refused.withoutRetryAfter++
      } else
        outcome.operations[request.operation].other[status] =
          (outcome.operations[request.operation].other[status] ?? 0) + 1
      finish()
    }
    line.socket.write(
      `${request.head}X-Forwarded-For: 10.${(draw() * 256) | 0}.${(draw() * 256) | 0}.${(draw() * 256) | 0}\r\n${request.tail}`,
    )
  }
  const health: LoadRequest = {
    operation: 'health',
    weight: 0,
    head: 'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    tail: '\r\n',
  }
  outcome.operations.health = { accepted: outcome.health, other: {} }
  const probe = setInterval(() => void send(health), 100)
  const endMs = performance.now() + order.seconds * 1000
  if (order.lanes !== undefined) {
    await Promise.all(
      Array.from({ length: order.lanes }, async () => {
        while (performance.now() < endMs) await send(pick())
      }),
    )
  } else {
    const lateness: number[] = []
    let nextMs = performance.now()
    while (nextMs < endMs) {
      const nowMs = performance.now()
      if (nextMs > nowMs) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(1, nextMs - nowMs)))
        continue
      }
      lateness.push(nowMs - nextMs)
      void send(pick())
      nextMs += (-Math.log(1 - draw()) * 1000) / order.rate!
    }
    lateness.sort((a, b) => a - b)
    outcome.latenessMs = lateness[Math.floor(lateness.length * 0.99)] ?? 0
  }
  clearInterval(probe)
  for (let waited = 0; inFlight > 0 && waited < 30_000; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20))
  delete outcome.operations.health
  for (const { socket } of [...lines]) socket.destroy()
  return outcome
}

process.on('message', (order: LoadOrder) => void run(order).then((outcome) => process.send!(outcome)))
