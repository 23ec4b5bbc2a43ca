// The real server: a release published beside it is taken up while requests run, and SIGTERM ends cleanly.

import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgain } from '../support/publish-again.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

describe('a running server', () => {
  let server: RealServer
  let waypoints: [number, number][]

  const route = async () => {
    const response = await fetch(`${server.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ waypoints }),
    })
    return {
      status: response.status,
      body: (await response.json()) as { distance_m: number; engine: { network_release: string } },
    }
  }
  const live = async () => {
    const status = (await (await fetch(`${server.api}/tiles/v1/status`)).json()) as {
      artifacts: { network: { promoted_at: string }; terrain: { version: string } }
    }
    return status.artifacts
  }

  beforeAll(async () => {
    server = await startRealServer()
    waypoints = (JSON.parse(/-d '(.*)'/.exec(server.output())![1]) as { waypoints: [number, number][] }).waypoints
  })
  afterAll(() => server?.stop())

  test('prints a ready line with both addresses and a request that answers a route', async () => {
    const { status, body } = await route()
    expect(status).toBe(200)
    expect(body.distance_m).toBeGreaterThan(1000)
  })

  test('answers many at once, slow readers among them, each with the bytes it gives alone', async () => {
    const [[fromLon, fromLat], [toLon, toLat]] = waypoints
    const bodies = Array.from({ length: 24 }, (_, i) =>
      JSON.stringify({
        waypoints: [
          [fromLon, fromLat],
          [fromLon + ((toLon - fromLon) * (i + 2)) / 25, fromLat + ((toLat - fromLat) * (i + 2)) / 25],
        ],
        snap_radius_m: 1000,
      }),
    )
    const ask = (body: string, waitMs: number) =>
      new Promise<string>((resolve, reject) => {
        const call = request(
          `${server.api}/v1/route`,
          {
            method: 'POST',
            agent: false,
            headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
          },
          (response) => {
            response.setEncoding('utf8')
            let text = ''
            setTimeout(() => {
              response.on('data', (chunk: string) => (text += chunk))
              response.once('end', () => resolve(`${response.statusCode} ${text}`))
            }, waitMs)
          },
        )
        call.once('error', reject)
        call.end(body)
      })
    const alone: string[] = []
    for (const body of bodies) alone.push(await ask(body, 0))
    expect(alone.filter((text) => text.startsWith('200 {')).length).toBeGreaterThan(12)
    const together = await Promise.all(
      [0, 1, 2, 3, 4].flatMap((round) => bodies.map((body, i) => ask(body, (i + round) % 5 === 0 ? 150 : 0))),
    )
    together.forEach((text, i) => expect(text).toBe(alone[i % bodies.length]))
  })

  test('takes up a new release without failing a request', async () => {
    const before = await live()
    let publishing = true
    const statuses: number[] = []
    const lanes = Array.from({ length: 4 }, async () => {
      while (publishing) {
        statuses.push((await route()).status)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(4)
    publishAgain(server.dataDir)
    await expect.poll(async () => (await live()).network.promoted_at).not.toBe(before.network.promoted_at)
    // some of each before and after
    const takenUp = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(takenUp + 20)
    publishing = false
    await Promise.all(lanes)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const height = await fetch(
      `${server.api}/tiles/v1/elevation/${before.terrain.version}/sample?points=${waypoints[0][1]},${waypoints[0][0]}`,
    )
    expect(height.status).toBe(200)
  })

  test('finishes what it accepted and ends with status 0 on SIGTERM', async () => {
    const body = JSON.stringify({ waypoints })
    // half a body each: the server has accepted them and waits for the rest
    const halves = Array.from({ length: 20 }, () => {
      const call = request(`${server.api}/v1/route`, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      })
      const answered = new Promise<number>((resolve, reject) => {
        call.once('error', reject)
        call.once('response', (response) => {
          response.resume()
          response.once('end', () => resolve(response.statusCode!))
        })
      })
      call.write(body.slice(0, 10))
      return { call, answered }
    })
    const inFlight = async () =>
      Number(
        /^waypost_requests_in_flight (\d+)$/m.exec(await (await fetch(`${server.ops}/metrics`)).text())?.[1] ?? NaN,
      )
    await expect.poll(inFlight).toBe(halves.length)
    const stopped = server.stop()
    // nobody new is let in once the server is stopping
    const isOpen = () =>
      fetch(`${server.api}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(isOpen).toBe(false)
    for (const { call } of halves) call.end(body.slice(10))
    expect(await Promise.all(halves.map(({ answered }) => answered))).toEqual(halves.map(() => 200))
    expect(await stopped).toBe(0)
  })
})
