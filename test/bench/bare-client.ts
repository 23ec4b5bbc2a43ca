// An HTTP client that sends one request at a time over a socket that it keeps open. Node's own client adds a seventh to
// the time of a long route, so this one counts the bytes of an answer and parses only its head.

import { connect, type Socket } from 'node:net'

export interface BareAnswer {
  /** from when the request is sent until all of the answer is there */
  ms: number
  status: number
}

export interface BareClient {
  /** Posts JSON. Rejects where the connection ends before the answer does. */
  post(path: string, json: string): Promise<BareAnswer>
  close(): void
}

export function openBareClient(port: number): BareClient {
  let socket: Socket | null = null
  let status = 0
  /** bytes of the answer that are still to come */
  let left = 0
  let waiting: { resolve: (answer: BareAnswer) => void; reject: (reason: Error) => void; sentMs: number } | null = null

  const onData = (chunk: Buffer): void => {
    if (left === 0) {
      const end = chunk.indexOf('\r\n\r\n') + 4
      const head = chunk.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      left = Number(/content-length: (\d+)/i.exec(head)![1]) + end
    }
    left -= chunk.length
    if (left > 0) return
    waiting?.resolve({ ms: performance.now() - waiting.sentMs, status })
    waiting = null
  }
  const open = (): Socket => {
    const opened = connect(port, '127.0.0.1').setNoDelay(true)
    opened.on('data', onData)
    opened.on('error', () => undefined)
    opened.on('close', () => {
      if (socket === opened) socket = null
      waiting?.reject(new Error('the connection ended before the answer'))
      waiting = null
    })
    return opened
  }
  return {
    post: (path, json) =>
      new Promise((resolve, reject) => {
        socket ??= open()
        const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
        waiting = { resolve, reject, sentMs: performance.now() }
        socket.write(`${head}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
      }),
    close: () => void socket?.destroy(),
  }
}
