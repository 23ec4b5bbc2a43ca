// A provider on a local port that behaves as it is reported: well, or in one of the ways in which providers fail. Its
// good answers have the shape of Open-Meteo's, values chosen so that every expectation can be worked out by hand.

import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface ProviderServer {
  url: string
  /** paths asked, in order */
  requested: URL[]
  /** what it does now, by path */
  on: { forecast: Behaviour; ensemble: Behaviour; meta: Behaviour }
  close(): Promise<void>
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

export async function startProvider(): Promise<ProviderServer> {
  const requested: URL[] = []
  const on: ProviderServer['on'] = {
    forecast: json({}, 500),
    ensemble: json({ error: true, reason: 'none' }, 400),
    meta: json({}, 404),
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://x')
    requested.push(url)
    on[url.pathname === '/v1/forecast' ? 'forecast' : url.pathname === '/v1/ensemble' ? 'ensemble' : 'meta'](
      request,
      response,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    on,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const DAY0_S = Date.UTC(2026, 10, 20) / 1000

/** Values by column and hour; one place for each of the coordinates asked. */
export function goodAnswer(
  request: IncomingMessage,
  values: (column: string, hour: number, place: number) => unknown,
  columns: readonly string[],
  { hours = 96, timezone = 'UTC', elevation = 1000 as number | null, startS = DAY0_S } = {},
): unknown {
  const count = new URL(request.url!, 'http://x').searchParams.get('latitude')!.split(',').length
  const places = Array.from({ length: count }, (_, place) => ({
    latitude: 1,
    longitude: 2,
    utc_offset_seconds: 0,
    timezone,
    ...(elevation === null ? {} : { elevation }),
    hourly: {
      time: Array.from({ length: hours }, (_, hour) => startS + hour * 3600),
      ...Object.fromEntries(
        columns.map((column) => [column, Array.from({ length: hours }, (_, hour) => values(column, hour, place))]),
      ),
    },
  }))
  return count === 1 ? places[0] : places
}
