// A client process that opens as many connections as it is told, asks once on each, keeps them open, and reports how
// many were answered with 200; on the second message it asks again on each and reports again.

import { connect, type Socket } from 'node:net'

interface Order {
  port: number
  count: number
}

const BATCH = 100
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
  for (const [i, socket] of sockets.entries()) {
    ask(socket)
    if (i % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await report(sockets.length)
}

async function open({ port, count }: Order): Promise<void> {
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1', () => ask(socket))
    socket.on('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 200')) answered++
    })
    socket.on('error', () => broken++)
    sockets.push(socket)
    if (i % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await report(count)
}

async function report(count: number): Promise<void> {
  for (let waitedMs = 0; answered + broken < count && waitedMs < 30_000; waitedMs += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
  process.send!({ answered, broken })
}
