// Answers per second over HTTP with two workers, the client on the same machine, against Valhalla in process
// with two requests in flight. The client is wrk (Debian), 16 connections, on the same two cores as the server.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peerRoute } from '../peer/peer-query.ts'
import type { Peer } from '../peer/valhalla.ts'
import type { Pair } from './pairs.ts'
import { DATA_DIR } from './region.ts'
import { startServer } from '../served-process.ts'

export interface HttpOutcome {
  peerAlonePerS: number
  peerPerS: number
  ownPerS: number
  failed: number
  rssAfterMb: number
}

export async function measureHttp(peer: Peer, pairs: Pair[], seconds = 10): Promise<HttpOutcome> {
  const peerTexts = pairs.map((pair) => peerRoute(pair, 'hike'))
  let alone = 0
  const aloneFrom = performance.now()
  for (; performance.now() - aloneFrom < (seconds * 1000) / 2; alone++)
    await peer.route(peerTexts[alone % peerTexts.length]).catch(() => null)
  const peerAlonePerS = alone / ((performance.now() - aloneFrom) / 1000)
  let peerCount = 0
  const peerUntil = performance.now() + seconds * 1000
  await Promise.all(
    [0, 1].map(async (lane) => {
      for (let i = lane; performance.now() < peerUntil; i += 2) {
        await peer.route(peerTexts[i % peerTexts.length]).catch(() => null)
        peerCount++
      }
    }),
  )

  const server = await startServer({ DATA_DIR, WORKERS: '2', METERING: 'off' })
  try {
    const bodies = pairs.map(({ from, to }) => Buffer.from(JSON.stringify({ waypoints: [from, to] })))
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    let failed = 0
    const one = (i: number) =>
      new Promise<void>((resolve) => {
        const body = bodies[i % bodies.length]
        const call = request(
          `${server.api}/v1/route`,
          {
            method: 'POST',
            agent,
            headers: { 'content-type': 'application/json', 'content-length': body.length },
          },
          (answer) => {
            if (answer.statusCode !== 200) failed++
            answer.on('data', () => {})
            answer.on('end', resolve)
          },
        )
        call.on('error', () => {
          failed++
          resolve()
        })
        call.end(body)
      })
    for (let i = 0; i < 1000; i++) await one(i)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const rssAfterMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024
    const load = spawnSync(
      'wrk',
      ['-t1', '-c16', `-d${seconds}s`, '-s', writeScript(pairs), `${server.api}/v1/route`],
      { encoding: 'utf8' },
    )
    if (load.error !== undefined) throw new Error('this part needs wrk (Debian: apt-get install wrk)')
    const ownPerS = Number(/Requests\/sec:\s+([\d.]+)/.exec(load.stdout)![1])
    failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(load.stdout)?.[1] ?? 0)
    return { peerAlonePerS, peerPerS: peerCount / seconds, ownPerS, failed, rssAfterMb }
  } finally {
    await server.stop()
  }
}

/** The bodies in turn, for wrk. */
function writeScript(pairs: Pair[]): string {
  const path = join(tmpdir(), 'waypost-routes.lua')
  const bodies = pairs.map(({ from, to }) => `'${JSON.stringify({ waypoints: [from, to] })}'`).join(',')
  writeFileSync(
    path,
    `local bodies = {${bodies}}\nlocal i = 0\nwrk.method = 'POST'\nwrk.headers['content-type'] = 'application/json'\nrequest = function()\n  i = i % #bodies + 1\n  return wrk.format(nil, nil, nil, bodies[i])\nend\n`,
  )
  return path
}
