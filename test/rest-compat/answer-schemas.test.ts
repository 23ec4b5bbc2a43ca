import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { printedAnswerSchemas } from '../../rest-compat/codegen/answer-schemas.ts'
import { answerName, examplesOf } from '../../rest-compat/examples.ts'
import { buildOpenApi } from '../../rest-compat/openapi.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { SAMPLE_REQUESTS } from '../fuzz/sample-requests.ts'
import { type Region, findRegion } from '../fuzz/region.ts'
import { operationIn } from '../support/openapi-judge.ts'
import { askExample } from '../support/record-examples.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'
import { answerChecks } from '../support/wire-schema.ts'

describe('the published schemas of answers', () => {
  test('are those of the types that the code is compiled against (npm run codegen)', () => {
    expect(printedAnswerSchemas()).toBe(
      readFileSync(new URL('../../rest-compat/answer-schemas.json', import.meta.url), 'utf8'),
    )
  })

  test('describe the 200 of every operation, and none of them as any object', () => {
    const document = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0' })
    for (const row of OPERATION_ROWS) {
      if (row.plain === true || row.picture !== undefined) continue
      const { schema } = operationIn(document, row.method, row.path).responses[200].content!['application/json']
      expect(schema.$ref ?? Object.keys(schema.properties ?? {}).length, row.operation.id).toBeTruthy()
    }
  })

  test('know null, numbers, words and names of the wire', () => {
    const { schemas } = buildOpenApi({
      publicApiUrl: 'http://api',
      publicSiteUrl: 'http://site',
      build: '0',
    }).components
    const { properties = {}, required } = schemas.WaypointRoute
    expect(properties.ascent_m.type).toEqual(['number', 'null'])
    expect(properties.status).toEqual({ enum: ['best_effort', 'complete'] })
    expect(properties.geometry.properties!.type).toEqual({ const: 'LineString' })
    expect(required).toContain('cap_alternative')
    expect(schemas.RouteSettings.required).not.toContain('max_sac')
    expect(schemas.Manifest.properties!.artifacts.additionalProperties).toBeDefined()
  })
})

describe('answers of the demo region', () => {
  let server: SharedServer
  let region: Region
  const check = answerChecks(
    buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0' }),
    true,
  )
  beforeAll(async () => {
    server = await sharedServer()
    region = await findRegion(server.api)
  })

  test.each(SAMPLE_REQUESTS.map((sample) => [sample.name, sample] as const))(
    '%s: every member is published and nothing published is missing',
    async (_name, sample) => {
      const { row, path, body, headers } = sample.request(region)
      const response = await fetch(
        `${row.host === 'site' ? server.site : server.api}${path}`,
        body === undefined
          ? { headers }
          : { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      )
      const answer = await response.json()
      expect(response.status, JSON.stringify(answer).slice(0, 300)).toBe(sample.status ?? 200)
      expect(check(row.path, row.method, response.status)!(answer)).toBeNull()
    },
    30_000,
  )

  test.each(
    OPERATION_ROWS.filter(({ operation }) => operation.id !== 'usage').flatMap((row) =>
      [...examplesOf(row)].map(
        ([name, { answer }]) => [answerName(row.operationId ?? row.operation.id, name), row, name, answer] as const,
      ),
    ),
  )('the example of %s is answered, and the answer beside it is such a one (npm run examples)', async (...example) => {
    const [, row, name, answer] = example
    const response = await askExample(server, row, null, name)
    expect(response.status, await response.clone().text()).toBe(200)
    if (answer !== undefined) expect(check(row.path, row.method, 200)!(answer)).toBeNull()
    expect(answer === undefined).toBe(row.plain === true || row.picture !== undefined)
  })

  test('a sample is there for every operation that answers JSON', () => {
    const sampled = new Set(SAMPLE_REQUESTS.map((sample) => sample.request(region).row.operation.id))
    const missing = OPERATION_ROWS.filter((row) => row.plain !== true && row.picture === undefined)
      .map((row) => row.operation.id)
      .filter((id) => !sampled.has(id))
    expect(missing, 'each needs a request in test/fuzz/sample-requests.ts').toEqual([])
  })
})
