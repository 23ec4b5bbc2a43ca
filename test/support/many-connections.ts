// A client process that opens as many connections as it is reported, asks once on each, keeps them open, and reports
// how many were answered with 200; on the second message it asks again on every tenth and reports again. At most 200
// questions wait for an answer, so that a slow machine only takes longer.

import { connect, type Socket } from 'node:net'

interface Order {
  port: number
  count: number
}

const MOST_WAITING = 200
const REQUEST_AGAIN_EACH = 10
const GIVEN_UP_AFTER_MS = 30_000
const sockets: Socket[] = []
let answered = 0
let broken = 0

process.on('message', (order: Order | 'again') => {
  if (order === 'again') {
    void askAgain()
    return
  }
  void open(order)
})

function ask(socket: Socket): void {
  socket.write('GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\n\r\n')
}

async function askAgain(): Promise<void> {
  answered = 0
  const again = sockets.filter((_, i) => i % REQUEST_AGAIN_EACH === 0)
  for (const [i, socket] of again.entries()) {
    ask(socket)
    await settled(i + 1 - MOST_WAITING)
  }
  await report(again.length)
}

async function open({ port, count }: Order): Promise<void> {
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1', () => ask(socket))
    socket.on('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 200')) answered++
    })
    socket.on('error', () => broken++)
    sockets.push(socket)
    await settled(i + 1 - MOST_WAITING)
  }
  await report(count)
}

/** Waits until so many were answered or broke, or until none did for long. */
async function settled(count: number): Promise<void> {
  let last = answered + broken
  for (let sinceMs = performance.now(); answered + broken < count; ) {
    if (performance.now() - sinceMs > GIVEN_UP_AFTER_MS) return
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (answered + broken === last) continue
    last = answered + broken
    sinceMs = performance.now()
  }
}

async function report(count: number): Promise<void> {
  await settled(count)
  process.send!({ answered, broken })
}
