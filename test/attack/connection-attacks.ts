// Sieges by connections: more than an address may have, heads and bodies that never end, a crowd that asks without a
// pause. Others are asked meanwhile.

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerUnderAttack, Siege } from './attack.ts'
import { ATTACKED_PACK } from './put-pack.ts'

/** Opened at a time, so that the server's backlog is not what is tested. */
const AT_ONCE = 100
/** Where a server does not read, nothing more is waited for. */
const SAID_WITHIN_MS = 5000

/**
 * `count` connections in turn of these addresses, open until what it returns is called. `say` speaks first on each; the
 * siege is laid when the system has taken over all that they say, or the server has closed them.
 */
async function dialAll(
  { api }: ServerUnderAttack,
  count: number,
  addresses: readonly string[],
  say: (socket: Socket) => void,
): Promise<() => void> {
  const port = Number(new URL(api).port)
  const sockets: Socket[] = []
  let taken = 0
  const said: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[n % addresses.length] })
    socket.on('error', () => undefined)
    said.push(
      new Promise<void>((resolve) => {
        socket.once('close', () => resolve())
        socket.once('connect', () => {
          taken++
          say(socket)
          socket.write('', () => resolve())
        })
      }),
    )
    sockets.push(socket)
    if (n % AT_ONCE === AT_ONCE - 1) await sleep(10)
  }
  await Promise.race([Promise.all(said), sleep(SAID_WITHIN_MS)])
  if (taken === 0) throw new Error('a siege of which no connection was taken')
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
const addressesOf = (net: number, count: number) => Array.from({ length: count }, (_, i) => `127.${net}.0.${i + 1}`)

export const CONNECTION_SIEGES: readonly Siege[] = [
  {
    name: 'more idle connections than one address may have',
    holdMs: 500,
    lay: (server) => dialAll(server, 1500, addressesOf(20, 1), () => undefined),
  },
  {
    name: '4,000 heads of 88 KB that never end, from 40 addresses',
    holdMs: 1500,
    lay: (server, random) =>
      dialAll(server, 4000, addressesOf(21, 40), (socket) =>
        socket.write(`GET /healthz HTTP/1.1\r\nX-Slow: ${'s'.repeat(88_000 + random.between(0, 2000))}`),
      ),
  },
  {
    name: '1,000 bodies of 1 MB that never end, from 4 addresses',
    holdMs: 1500,
    lay: (server, random) =>
      dialAll(server, 1000, addressesOf(22, 4), (socket) =>
        socket.write(
          `POST /v1/gpx/clean HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"gpx":"${'x'.repeat(random.between(1000, 60_000))}`,
        ),
      ),
  },
  {
    name: '40 bodies of 5 MB, each a byte short, from 40 addresses',
    holdMs: 1500,
    lay: (server, random) => {
      const body = Buffer.alloc(5_000_000, `{"gpx":"${'x'.repeat(random.between(100, 60_000))}`)
      const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 5000001'
      return dialAll(server, 40, addressesOf(28, 40), (socket) => {
        socket.write(`POST ${random.pick(['/v1/gpx/clean', '/v1/course', '/graphql'])} HTTP/1.1\r\n${head}\r\n\r\n`)
        socket.write(body)
      })
    },
  },
  {
    name: '2,700 connections that say nothing, from 40 addresses',
    holdMs: 1500,
    lay: (server) => dialAll(server, 2700, addressesOf(29, 40), () => undefined),
  },
  {
    name: '400 subscriptions of one address, of which none is read',
    holdMs: 2000,
    lay: (server, random) =>
      dialAll(server, 400, addressesOf(25, 1), (socket) => {
        const north = 46 + random.between(1, 900) / 10_000
        const line = `{geojson: {type: "LineString", coordinates: [[7.1, 46], [7.1, ${north}]]}}`
        const query = `subscription { conditions(line: ${line}) { causes course { lengthM snow { sections { class } } } } }`
        const body = JSON.stringify({ query })
        socket.pause()
        socket.write(
          `POST /graphql HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        )
      }),
  },
  {
    name: '400 downloads of one address, of which none is read',
    holdMs: 1500,
    lay: (server) =>
      dialAll(server, 400, addressesOf(26, 1), (socket) => {
        socket.pause()
        socket.write(`GET /packs/v1/${ATTACKED_PACK} HTTP/1.1\r\nHost: x\r\n\r\n`)
      }),
  },
  {
    name: 'a crowd of 300 connections of one address that ask without a pause',
    holdMs: 2000,
    lay: (server) =>
      dialAll(server, 300, addressesOf(23, 1), (socket) => {
        const ask = () => socket.write('GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\n\r\n')
        socket.on('data', ask)
        ask()
      }),
  },
  {
    name: 'a crowd of one address that sends 20 requests at once on each of 50 connections',
    holdMs: 2000,
    lay: (server) =>
      dialAll(server, 50, addressesOf(24, 1), (socket) => {
        const ask = () => socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
        let answers = 0
        socket.on('data', (chunk: Buffer) => {
          answers += chunk.toString('latin1').split('HTTP/1.1 ').length - 1
          if (answers >= 20) {
            answers = 0
            ask()
          }
        })
        ask()
      }),
  },
]
