// The OpenAPI document is as strict as the server: a body that is valid by the document is never refused for its shape,
// one that is not is refused. Bodies are drawn from the document itself, and changed in one place; Ajv judges them.

import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { caseCount } from '../support/case-count.ts'
import { postJson, startFakeApp } from '../support/fake-services.ts'
import { oneStepFrom, valuesOf } from '../support/json-schema-values.ts'
import { readOpenApi } from '../support/openapi-judge.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx } from '../support/recorded-walk.ts'

const fake = await startFakeApp({ metering: false })
afterAll(() => fake.close())

const { document, judgeOf } = await readOpenApi(fake.api)

const WALK = walkedPoints(1)
const LINE =
  '<gpx version="1.1"><trk><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.51" lon="1.5"/></trkseg></trk></gpx>'
const COLOUR = fc.constantFrom('#ff0000', 'red')
/** Texts whose content is another format's. */
const TEXTS = {
  gpx: fc.constantFrom(LINE, walkedGpx(WALK)),
  file: fc.constantFrom(LINE, walkedGpx(WALK)),
  tcx: fc.constant(walkedTcx(WALK)),
  fit: fc.constant(walkedFit(WALK).toString('base64')),
  encoded_polyline: fc.constant('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI'),
  ...{ stroke: COLOUR, fill: COLOUR, 'marker-color': COLOUR },
  departure: fc.constant('2026-11-21T14:00:00+01:00'),
  departures: fc.constant('2026-11-21T14:00:00+01:00'),
  // what a refusal is about is known by its English
  language: fc.constantFrom('en', 'en-GB', 'zz_Zzzz'),
}

/** Rules that JSON Schema has no words for: what the server says of them. */
const CONTENT: readonly RegExp[] = [
  // areas: rings are closed, within bounds in all
  /Ring \d+ (?:is open|spans)|At most \d+ rings/,
  // texts of other formats
  /^`(?:\w+\.)*(?:file|encoded_polyline|recordings\[\d+\])`: (?:the file|it|a point|the polyline|expected 2 to|`)/,
  /character \d+ does not belong in a polyline|a point lies outside the world/,
  /expected a colour/,
  /^`bbox`: expected .* with min/,
  /of which each is greater than the one before/,
  /more than 0 and at most 100 hours/,
  /The course has no length/,
  /expected a leg number/,
  /the ends of \d+ segments/,
  /^`recordings`: none of them can be used/,
  /expected a place on the line/,
  /at least one position, or `bbox` beside it|a picture has at most|at most half of the picture/,
]

const isOfContent = (message: string): boolean => CONTENT.some((one) => one.test(message))
const SHAPE_CODES = new Set(['invalid_input', 'invalid_json', 'both_inputs', 'no_input'])
const faultOf = (body: any): { code: string; message: string } =>
  typeof body?.error === 'object'
    ? body.error
    : { code: body?.service?.code ?? 'invalid_input', message: body?.message ?? body?.error }

const rows = OPERATION_ROWS.filter(({ method }) => method === 'POST')

test('every operation that takes a body is tried', () => expect(rows.length).toBeGreaterThan(12))

test.each(rows.map((row) => [row.path, row] as const))(
  '%s takes what its document says, and nothing else',
  async (path) => {
    const { schema } = document.paths[path].post!.requestBody!.content['application/json']
    const { allows: isValid, reasons } = judgeOf(schema)
    const bodies = valuesOf(schema, { schemas: document.components.schemas, texts: TEXTS }).filter((body) =>
      isValid(body),
    )
    const send = async (body: unknown) => {
      const { status, body: answer } = await postJson(fake.api + path, body)
      return { status, ...faultOf(answer) }
    }
    const tried = bodies.chain((body) =>
      bodies.chain((other) => fc.option(oneStepFrom(body, other), { nil: body, freq: 4 })),
    )
    let refused = 0
    await fc.assert(
      fc.asyncProperty(tried, async (body) => {
        const valid = isValid(body)
        const { status, code, message } = await send(body)
        const said = `${JSON.stringify(body).slice(0, 1500)}\n${status} ${code}: ${message}\n${reasons()}`
        if (!valid) {
          refused++
          expect(Math.floor(status / 100), `invalid by the document: ${said}`).toBe(4)
        } else if (status === 400 && !isOfContent(message))
          expect(SHAPE_CODES.has(code), `valid by the document: ${said}`).toBe(false)
      }),
      { numRuns: caseCount(150, 3000), endOnFailure: true },
    )
    expect(refused).toBeGreaterThan(10)
  },
)
