// The law of charges: a field that failed costs nothing, whatever had been done for it, and a field that is there costs
// what it costs. Over random schemaless documents with an oracle that only counts what came, and over the real fields.

import { type GraphQLObjectType, buildSchema, execute, parse } from 'graphql'
import * as fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OperationPipeline } from '../../../resolvers/pipeline/pipeline.ts'
import { type CreditSession, type Runner, openSession } from '../../../resolvers/pipeline/credit-session.ts'
import { DocumentArguments } from '../../../schema/http/field-arguments.ts'
import { AnswerBudget } from '../../../schema/http/answer-budget.ts'
import { dropFailed } from '../../../schema/http/drop-failed.ts'
import { withFacts } from '../../../schema/plugin/field-facts.ts'
import { ServiceError } from '../../../src/errors.ts'
import { keylessCaller } from '../../../src/metering/caller.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'
import { askGraphql } from '../../operations/transports.ts'
import { watchSchema } from '../../support/watch-schema.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

const TREE = buildSchema(
  'type Query { paid(fail: Boolean): Node free: Node must: Node! list: [Node!] } type Node { paid(fail: Boolean): Node must: Node! list: [Node!] loose: [Node] ok: Int! bad: Int! maybe: Int }',
)
for (const name of ['Query', 'Node']) {
  const fields = (TREE.getType(name) as GraphQLObjectType).getFields()
  for (const field of Object.values(fields)) {
    field.resolve = async () =>
      field.name === 'list' || field.name === 'loose' ? [{}, {}] : field.name === 'ok' ? 1 : {}
    if (field.name === 'bad' || field.name === 'maybe')
      field.resolve = () => {
        throw new ServiceError('no_path', 'There is none.')
      }
  }
  fields.paid.extensions = withFacts({ credits: 1 })
  // charged first, failing afterwards: as a bad cursor does
  fields.paid.resolve = async (_, { fail }: { fail?: boolean }, { session }: { session: Runner }) => {
    await session.runLinked({ id: 'paid', areaLookup: false }, 1, () => null)
    if (fail === true) throw new ServiceError('invalid_input', 'It fails after it was charged.')
    return {}
  }
}
watchSchema(TREE)

const inside: fc.Memo<string> = fc.memo((depth) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('ok') },
        { weight: 1, arbitrary: fc.constantFrom('bad', 'maybe') },
        ...(depth <= 1
          ? []
          : [
              {
                weight: 8,
                arbitrary: fc
                  .tuple(
                    fc.constantFrom('paid', 'paid(fail: true)', 'paid', 'must', 'list', 'loose'),
                    inside(depth - 1),
                  )
                  .map(([field, text]) => `${field} { ${text} }`),
              },
            ]),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((fields) => fields.map((field, index) => `a${index}: ${field}`).join(' ')),
)

function countPaid(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce<number>((sum, one) => sum + countPaid(one), 'isPaid' in value ? 1 : 0)
}

test('what is charged is what is in the answer (random trees of fields that fail, and fail late)', async () => {
  const pipeline = new OperationPipeline({ ...app.app.pipeline.parts, metering: false })
  let most = 0
  await fc.assert(
    fc.asyncProperty(inside(5), async (text) => {
      // each paid field tells of itself, so that the answer alone says what is to be paid
      const query = `{ ${text.replace(/(paid(?:\(fail: true\))?) \{/g, '$1 { isPaid: ok')} }`
      const document = parse(query)
      const session: CreditSession = await openSession(
        pipeline,
        { caller: keylessCaller('test'), signal: new AbortController().signal, requestId: '1' },
        { credits: 1000, areaCredits: 0 },
      )
      const answer = (await execute({
        schema: TREE,
        document,
        contextValue: { session, answer: new AnswerBudget(), fieldArguments: new DocumentArguments(null) },
      })) as Parameters<typeof dropFailed>[1]
      dropFailed(session, answer)
      const paid = countPaid(answer.data)
      expect(session.charged, query).toBe(paid)
      most = Math.max(most, paid)
    }),
    { numRuns: 500 },
  )
  expect(most).toBeGreaterThan(10)
})

const BAD = 'after: "no cursor"'
test.each([
  ['search', `{ search(text: "Bergen", ${BAD}) { edges { cursor } } }`],
  ['places', `{ places(where: {area: {near: {at: [1.55, 42.52], withinM: 50000}}}, ${BAD}) { edges { cursor } } }`],
  ['trails by text', `{ trails(where: {text: "Weg"}, ${BAD}) { edges { cursor } } }`],
  ['trails in a box', `{ trails(where: {area: {box: [1.4, 42.4, 1.8, 42.7]}}, ${BAD}) { edges { cursor } } }`],
  ['places in a box', `{ places(where: {area: {box: [1.4, 42.4, 1.8, 42.7]}}, ${BAD}) { edges { cursor } } }`],
])('%s after a cursor that is none: an error at its place, nothing charged', async (_name, query) => {
  const { data, errors, cost } = await askGraphql(app, query)
  expect(Object.values(data)).toEqual([null])
  expect(errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'after' })
  expect(cost!.charged).toBe(0)
})

test.each([
  [
    'Place.nearby',
    `places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { edges { node { nearby(${BAD}) { edges { cursor } } } } }`,
    1,
  ],
  [
    'Place.trails',
    `places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { edges { node { trails(${BAD}) { edges { cursor } } } } }`,
    1,
  ],
  ['Trail.places', `trail(by: {osmRelation: 7}) { places(${BAD}) { edges { cursor } } }`, 1],
  [
    'Route.places',
    `route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { places(${BAD}) { edges { cursor } } }`,
    1,
  ],
])('%s after a cursor that is none: only what leads there is charged', async (_name, field, charged) => {
  const { errors, cost } = await askGraphql(app, `{ ${field} }`)
  expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['INVALID_INPUT'])
  expect(cost!.charged).toBe(charged)
})

async function askInParts(from: FakeApp, query: string): Promise<string> {
  const response = await fetch(`${from.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
    body: JSON.stringify({ query }),
  })
  return response.text()
}

test('a deferred field that fails is coded and masked as any other, reported, and not charged', async () => {
  const stray = new TypeError('secret of the inside')
  let snows = 0
  const logged: string[] = []
  const own = await startFakeApp({
    metering: false,
    catalogue: fakeCatalogue(),
    log: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
    snow: {
      findLive: async () => null,
      observe: async () => {
        snows++
        throw stray
      },
    },
  })
  try {
    const text = await askInParts(
      own,
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status ... @defer { snow { __typename } places(after: "no cursor") { edges { cursor } } } } }',
    )
    expect(snows).toBe(1)
    expect(text).not.toContain('secret')
    const parts = text
      .split('\r\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const errors = parts.flatMap(({ incremental = [] }) =>
      incremental.flatMap((part: { errors?: { path: string[]; extensions: object }[] }) => part.errors ?? []),
    )
    const coded = errors.map(({ path, extensions }) => [path.join('.'), extensions])
    expect(coded).toContainEqual([
      'route.snow',
      { code: 'INTERNAL', status: 500, sentence: { code: 'error.internal.graphql', values: {} } },
    ])
    expect(coded).toContainEqual([
      'route.places',
      { code: 'INVALID_INPUT', status: 400, inputPath: 'after', sentence: expect.anything() },
    ])
    expect(parts.at(-1).extensions.cost.charged).toBe(1)
    expect(logged.filter((line) => line.includes('secret of the inside'))).toHaveLength(1)
  } finally {
    await own.close()
  }
})
