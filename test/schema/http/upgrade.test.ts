// A client of graphql-ws opens a WebSocket; ours are server-sent events, and the answer says where.

import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: any
}

const upgrading = (upgrade: string, path = '/graphql?query={__typename}') =>
  new Promise<Answer>((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade,
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'graphql-transport-ws',
    }
    const requested = request(`${app.api}${path}`, { headers }, async (response) => {
      const body = JSON.parse((await response.setEncoding('utf8').toArray()).join(''))
      resolve({ status: response.statusCode!, headers: response.headers, body })
    })
    requested.on('error', reject).end()
  })

test('a WebSocket is answered 426, with the reason and the address of the events', async () => {
  const address = `${app.api}/graphql`
  for (const [upgrade, path] of [
    ['websocket', '/graphql'],
    ['h2c, WebSocket', undefined],
  ] as const) {
    const { status, headers, body } = await upgrading(upgrade, path)
    expect(status).toBe(426)
    expect(headers).toMatchObject({
      upgrade: 'HTTP/1.1',
      connection: 'Upgrade',
      link: `<${address}>; rel="alternate"; type="text/event-stream"`,
      'cache-control': 'no-store',
    })
    const [{ message, extensions }] = body.errors
    expect(message).toBe(
      `There is no WebSocket here: events come hourly. Read them as server-sent events from ${address}: Accept: text/event-stream.`,
    )
    expect(extensions).toMatchObject({ code: 'UPGRADE_REQUIRED', status: 426 })
  }
})

test('a browser that opens one learns nothing and loses nothing', async () => {
  const socket = new WebSocket(`${app.api.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const ended = await new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
  expect(ended).toMatchObject({ code: 1006, wasClean: false })
})

test('an offer of HTTP/2 is no reason to refuse', async () => {
  const { status, body } = await upgrading('h2c')
  expect([status, body.data]).toEqual([200, { __typename: 'Query' }])
})
