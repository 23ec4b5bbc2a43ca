// The OpenAPI document is as strict as the server about queries: one that is valid by the document is never refused
// for its shape, one that is not is refused. Queries are drawn from the document, and changed in one place; Ajv judges
// them.

import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { JsonSchema } from '../../resolvers/input/json-schema.ts'
import type { ParameterObject } from '../../rest-compat/openapi.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { decimalOf } from '../../src/wire/numbers.ts'
import { caseCount } from '../support/case-count.ts'
import { startFakeApp } from '../support/fake-services.ts'
import { oneStepFrom, valuesOf } from '../support/json-schema-values.ts'
import { readOpenApi } from '../support/openapi-judge.ts'

const fake = await startFakeApp({ metering: false })
afterAll(() => fake.close())

const { document, judgeOf } = await readOpenApi(fake.api)

const TEXTS = {
  line: fc.constant('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI'),
  stroke: fc.constant('red'),
  // what a refusal is about is known by its English
  language: fc.constantFrom('en', 'en-GB', 'zz'),
}

/** Rules that JSON Schema has no words for: what the server says of them. */
const CONTENT: readonly RegExp[] = [
  // boxes
  /expected a (?:latitude not north of|longitude not east of|side of at most|box whose)|^`bbox`: expected .* with min/,
  // ascending, below the number of points
  /^`segments`: expected start indices/,
  // a name in which no letter is left, or one of a query language
  /is the syntax of a query language|^`q`: expected a name of at least/,
  // pictures
  /a picture has at most|at most half of the picture|at least one position|narrower than half the world/,
  /^`line`: expected an encoded polyline|expected a colour/,
]
const SHAPE_CODES = ['invalid_input', 'both_inputs', 'no_input']

type Values = Record<string, unknown>

/** As a server reads a parameter: a number where it is one; 1 and 0 are true and false. */
const FLAGS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }
const readAs = ({ type }: JsonSchema, text: string): unknown => {
  if (type === 'boolean') return FLAGS[text] ?? text
  const number = type === 'integer' || type === 'number' ? decimalOf(text) : NaN
  return Number.isNaN(number) ? text : number
}

function judgeOfQuery(parameters: readonly ParameterObject[], together: JsonSchema | undefined) {
  const whole = judgeOf({
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    ...together,
  })
  const contents = parameters
    .filter(({ schema }) => schema.contentSchema !== undefined)
    .map(({ name, schema }) => ({ name, judge: judgeOf(schema.contentSchema!) }))
  return (texts: Record<string, string>) => {
    const read = parameters
      .filter(({ name }) => texts[name] !== undefined)
      .map(({ name, schema }) => [name, readAs(schema, texts[name])])
    const valid =
      whole.allows(Object.fromEntries(read)) &&
      contents.every(({ name, judge }) => texts[name] === undefined || judge.allows(parsed(texts[name])))
    return { valid, why: whole.reasons() }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const textsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, textOf(value)]),
  )

const rows = OPERATION_ROWS.flatMap((row) => {
  const { parameters, 'x-together': together } = document.paths[row.path]?.get ?? {}
  return row.method === 'GET' && parameters !== undefined ? [{ ...row, parameters, together }] : []
})

test('every operation that takes parameters is tried', () => expect(rows.length).toBeGreaterThan(9))

test.each(rows.map((row) => [row.path, row] as const))(
  '%s takes what its document says, and nothing else',
  async (path, { host, parameters, together }) => {
    const schemas = document.components.schemas
    const drawn = valuesOf(
      {
        type: 'object',
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.contentSchema ?? schema])),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
        ...together,
      },
      { schemas, texts: TEXTS },
    )
    const judge = judgeOfQuery(parameters, together)
    const valid = drawn.filter((values) => judge(textsOf(values)).valid)
    const tried = valid.chain((values) =>
      valid.chain((other) => fc.option(oneStepFrom(values, other), { nil: values, freq: 4 })),
    )
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(tried, async (values) => {
        const texts = textsOf(values)
        // a path without its part is another path
        fc.pre(inPath.every((name) => texts[name] !== undefined && !/^\.{0,2}$/.test(texts[name])))
        const { valid, why } = judge(texts)
        const query = new URLSearchParams(Object.entries(texts).filter(([name]) => !inPath.includes(name)))
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(texts[name]))
        const response = await fetch(`${host === 'site' ? fake.site : fake.api}${filled}?${query}`)
        const answer = response.headers.get('content-type')?.includes('json') ? await response.json() : {}
        const { code, message } = answer.error?.code === undefined ? { code: answer.error, ...answer } : answer.error
        const said = `${filled}?${query}\n${response.status} ${code}: ${message}\n${why}`.slice(0, 2000)
        if (!valid) {
          refused++
          expect(response.status, `invalid by the document: ${said}`).toBe(400)
        } else if (response.status === 400 && !CONTENT.some((one) => one.test(message)))
          expect(SHAPE_CODES, `valid by the document: ${said}`).not.toContain(code)
      }),
      { numRuns: caseCount(200, 3000), endOnFailure: true },
    )
    expect(refused).toBeGreaterThan(10)
  },
)
