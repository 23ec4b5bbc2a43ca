// The client against the real server on the demo region: every operation, and answers in parts.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type WaypostClient } from '../../../clients/typescript/src/index.ts'
import { OPERATIONS } from '../../../clients/typescript/src/generated/rest.ts'
import { EXAMPLE_REQUESTS } from '../../../rest-compat/examples.ts'
import { buildOpenApi } from '../../../rest-compat/openapi.ts'
import { OPERATION_ROWS } from '../../../rest-compat/routes.ts'
import { runKeysCommand } from '../../../src/keys/keys-command.ts'
import { copyDemo } from '../../support/prepared-regions.ts'
import { type RealServer, startRealServer } from '../../support/real-server.ts'
import { liveInput } from '../../support/record-examples.ts'
import { answerChecks } from '../../support/wire-schema.ts'

let server: RealServer
let dataDir: string
let client: WaypostClient
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waypost-client-'))
  await copyDemo(dataDir)
  const made = await runKeysCommand(['create', '--project', 'test', '--data', dataDir, '--json'], {})
  server = await startRealServer({ WORKERS: '1', METERING: 'on', CPU_BUDGET: 'off' }, dataDir)
  client = createClient({
    apiUrl: server.api,
    siteUrl: server.site,
    key: (JSON.parse(made) as { key: string }).key,
    maxWaitS: 5,
  })
})
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

describe('REST', () => {
  const check = answerChecks(
    buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0' }),
    true,
  )
  const functions = OPERATION_ROWS.map((row) => {
    const id = row.operationId ?? row.operation.id
    return [id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), id, row] as const
  })

  test('there is a function for every operation', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual(functions.map(([name]) => name).sort())
  })

  test.each(functions)('%s answers its example as the OpenAPI document says', async (name, id, row) => {
    const call = client.rest[name as keyof typeof OPERATIONS] as (input?: object) => Promise<unknown>
    const input = liveInput(row, EXAMPLE_REQUESTS[id])
    const answer = await (OPERATIONS[name as keyof typeof OPERATIONS].split(' ')[3] === 'input' ? call(input) : call())
    if (row.picture !== undefined) {
      expect((answer as Blob).type).toBe('image/png')
      expect((answer as Blob).size).toBeGreaterThan(1000)
    } else if (row.plain === true) expect(answer).toBe('ok')
    else expect(check(row.path, row.method, 200)!(answer)).toBeNull()
  })

  test('a trail comes as a GPX file where that is asked', async () => {
    const relation_id = EXAMPLE_REQUESTS['trail-relation'].parameters!.relation_id
    expect(await client.rest.trailRelation({ relation_id, format: 'gpx' })).toMatch(/^<\?xml[\s\S]*<gpx/)
  })
})

describe('GraphQL in parts', () => {
  const [from, to] = (EXAMPLE_REQUESTS['waypoint-route'].body as { waypoints: [number, number][] }).waypoints
  const departure = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 7_200_000).toISOString()
  const trip = (defer: string, stream: string) => `query Parts($input: RouteInput!, $departure: DateTime!) {
    route(input: $input) {
      lengthM
      ... ${defer} { elevation { ascentM } weather(departure: $departure) { samples { atM weather { tempC } } } }
      ... ${defer} { snow { sections { class } } legs { lengthM } }
      places(withinM: 500, first: 8) { edges ${stream} { node { name ... ${defer} { elevationM nearby(first: 2) { edges { node { name } } } } } } }
    }
  }`
  const variables = { input: { waypoints: [{ at: from }, { at: to }] }, departure }

  test('grow in order to the plain answer', async () => {
    const plain = await client.query<any, object>(trip('', ''), variables)
    expect(plain.errors).toEqual([])
    const states: any[] = []
    for await (const part of client.stream<any, object>(trip('@defer', '@stream(initialCount: 1)'), variables))
      states.push(part)
    expect(states.length).toBeGreaterThan(1)
    expect(states.map(({ hasNext }) => hasNext)).toEqual([...states.slice(1).map(() => true), false])
    expect(states.at(-1).data).toEqual(plain.data)
    expect(states.at(-1).errors).toEqual([])
    expect(states[0].data.route.lengthM).toBe(plain.data.route.lengthM)
    expect(states[0].data.route).not.toHaveProperty('weather')
    // nothing that was there goes away or changes
    for (const [index, { data }] of states.slice(1).entries()) expect(growsTo(states[index].data, data)).toBe(true)
    expect(states.map(({ cost }) => cost === null)).toEqual([...states.slice(1).map(() => true), false])
    expect(states.at(-1).cost).toMatchObject({ operation: 'Parts', charged: expect.any(Number) })
  })

  test('a document without directives is one part', async () => {
    const more: boolean[] = []
    for await (const { hasNext } of client.stream('{ service { modes } }')) more.push(hasNext)
    expect(more).toEqual([false])
  })
})

/** Whether every member and item of the first is in the second at its place. */
function growsTo(from: any, to: any): boolean {
  if (typeof from !== 'object' || from === null) return from === to
  return Object.keys(from).every((key) => key in to && growsTo(from[key], to[key]))
}
