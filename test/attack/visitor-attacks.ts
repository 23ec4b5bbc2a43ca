// Sieges by what a browser may do that other callers may not: the Origin of the explorer, which has credits of its own,
// and subscriptions, whose first answer is requested again and again.

import { connect, type Socket } from 'node:net'
import type { SentRequest, ServerUnderAttack, Siege } from './attack.ts'
import type { Random } from './random.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

export function written({ method, path, headers = {}, body = '' }: SentRequest): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n${body.toString()}`
}

/**
 * So many connections of one address; each sends what `make` makes, leaves at the first bytes of the answer and comes
 * again.
 */
export function comeAndGo(
  server: ServerUnderAttack,
  localAddress: string,
  count: number,
  make: () => string,
): () => void {
  const port = Number(new URL(server.api).port)
  const open = new Set<Socket>()
  let isLifted = false
  let taken = 0
  const dial = (): void => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('connect', () => socket.write(make(), () => taken++))
    socket.once('data', () => socket.destroy())
    socket.once('close', () => {
      open.delete(socket)
      // who is refused at once does not come back at once: that is another siege
      if (!isLifted) setTimeout(() => isLifted || dial(), 20)
    })
  }
  for (let n = 0; n < count; n++) dial()
  return () => {
    isLifted = true
    if (taken === 0) throw new Error('a siege of which no request was taken')
    for (const socket of open) socket.destroy()
  }
}

const post = (path: string, body: unknown, headers: Record<string, string>): SentRequest => ({
  method: 'POST',
  path,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(body),
})

/** What the page itself asks for, each as expensive as it may be. */
function requested(random: Random, { site, region }: ServerUnderAttack): SentRequest {
  const origin = { origin: new URL(site).origin }
  const [from, to] = [random.pick(region.waypoints), random.pick(region.waypoints)]
  const [west, south, east, north] = region.box
  const size = 'width=1280&height=1280&scale=2&contours=true'
  return random.pick<SentRequest>([
    post('/v1/route', { waypoints: [from, to], alternatives: 3, max_sac: 6 }, origin),
    post('/v1/reach', { from, minutes: [150, 300], profile: 'bike', output: { polygons: true, lines: true } }, origin),
    post('/v1/roundtrips', { start: from, distance_km: 30, alternatives: 3 }, origin),
    { method: 'GET', path: `/static-map/render?${size}&bbox=${[west, south, east, north].join(',')}`, headers: origin },
  ])
}

function subscription(random: Random, { region: { example } }: ServerUnderAttack): SentRequest {
  const [[lon, lat]] = example
  const coordinates = Array.from({ length: 500 }, (_, i) => [lon + i / 1e5, lat + random.between(0, 50) / 1e6])
  const query =
    'subscription ($g: GeoJSON!) { conditions(line: {geojson: $g}) { causes course { lengthM elevation { ascentM } snow { sections { class } } } } }'
  return post(
    '/graphql',
    { query, variables: { g: { type: 'LineString', coordinates } } },
    { accept: 'text/event-stream' },
  )
}

export const VISITOR_SIEGES: readonly Siege[] = [
  {
    name: 'a program that says it is the explorer, on 20 connections',
    holdMs: 2000,
    lay: async (server, random) => comeAndGo(server, '127.27.0.1', 20, () => written(requested(random, server))),
  },
  {
    name: 'subscriptions that are left with their first answer and opened again, on 20 connections',
    holdMs: 2000,
    lay: async (server, random) => comeAndGo(server, '127.28.0.1', 20, () => written(subscription(random, server))),
  },
]
