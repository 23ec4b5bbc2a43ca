// Laws of answers in parts: both forms tell the same answer, what is charged is what is in it, links of a list stay in
// one batch, and a client that leaves ends what runs for it.

import { type GraphQLObjectType, OverlappingFieldsCanBeMergedRule, buildSchema, parse, validate } from 'graphql'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { OperationPipeline } from '../../../resolvers/pipeline/pipeline.ts'
import { type Runner, openSession } from '../../../resolvers/pipeline/credit-session.ts'
import { AnswerBudget } from '../../../schema/http/answer-budget.ts'
import { DocumentArguments } from '../../../schema/http/field-arguments.ts'
import { withFacts } from '../../../schema/plugin/field-facts.ts'
import { createMaskError } from '../../../schema/http/graphql-errors.ts'
import { incrementalParts } from '../../../schema/http/incremental-parts.ts'
import { streamFormOf } from '../../../schema/http/stream-form.ts'
import { ServiceError } from '../../../src/errors.ts'
import { keylessCaller } from '../../../src/metering/caller.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'
import { askGraphql } from '../../operations/transports.ts'
import { watchSchema } from '../../support/watch-schema.ts'
import { executePrepared } from '../../support/execute-prepared.ts'

let app: FakeApp
afterEach(() => app.close())

const TREE = buildSchema(`
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
  type Query { paid: Node free: Node list: [Node!] }
  type Node { paid: Node must: Node! list: [Node!] loose: [Node] ok: Int! bad: Int! maybe: Int }`)
for (const name of ['Query', 'Node'])
  for (const field of Object.values((TREE.getType(name) as GraphQLObjectType).getFields())) {
    field.resolve = async () =>
      field.name === 'list' || field.name === 'loose' ? [{}, {}, {}] : field.name === 'ok' ? 1 : {}
    if (field.name === 'bad' || field.name === 'maybe')
      field.resolve = () => {
        throw new ServiceError('no_path', 'There is none.')
      }
    if (field.name !== 'paid') continue
    field.extensions = withFacts({ credits: 1 })
    field.resolve = async (_, _args, { session }: { session: Runner }) => {
      await session.runLinked({ id: 'paid', areaLookup: false }, 1, () => null)
      return {}
    }
  }
watchSchema(TREE)

const selection: fc.Memo<string> = fc.memo((depth) =>
  fc
    .array(
      depth <= 1
        ? fc.constantFrom('ok', 'ok', 'ok', 'maybe', 'bad')
        : fc.oneof(
            fc.constantFrom('ok', 'maybe'),
            fc
              .tuple(
                fc.constantFrom('paid', 'must', 'list', 'list @stream(initialCount: 1)', 'loose @stream', 'DEFER'),
                selection(depth - 1),
              )
              .map(([field, text]) => (field === 'DEFER' ? `... @defer { ${text} }` : `${field} { ${text} }`)),
          ),
      { minLength: 1, maxLength: 4 },
    )
    // names of their own, but what pays tells of itself
    .map((fields) => fields.map((one, i) => (one.startsWith('...') ? one : `a${depth}${i}: ${one}`)).join(' ')),
)

type Values = Record<string | number, any>

function at(data: any, path: readonly (string | number)[]): any {
  return path.reduce((value, key) => value?.[key], data)
}

function mergeInto(target: any, more: any): void {
  for (const [key, value] of Object.entries(more as Values)) {
    if (typeof value === 'object' && value !== null && typeof target[key] === 'object' && target[key] !== null)
      mergeInto(target[key], value)
    else target[key] = value
  }
}

/** As the specification of either form says. */
function mergeParts(parts: any[]): any {
  const data = structuredClone(parts[0].data)
  const places = new Map<string, (string | number)[]>()
  for (const { pending = [], incremental = [] } of parts) {
    for (const { id, path } of pending) places.set(id, path)
    for (const { id, subPath = [], path, items, data: more } of incremental) {
      if (items === null || (more === null && items === undefined)) continue
      if (items !== undefined && id === undefined) {
        const list = at(data, path.slice(0, -1))
        for (const [index, item] of items.entries()) list[path.at(-1) + index] = item
      } else if (items !== undefined) at(data, places.get(id)!).push(...items)
      else mergeInto(at(data, path ?? [...places.get(id)!, ...subPath]), more)
    }
  }
  return data
}

function countPaid(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce<number>((sum, one) => sum + countPaid(one), 'isPaid' in value ? 1 : 0)
}

test('what is charged is what has gone out, and both forms tell the same answer (random trees)', async () => {
  app = await startFakeApp({ metering: false })
  const pipeline = new OperationPipeline({ ...app.app.pipeline.parts, metering: false })
  const signal = new AbortController().signal
  await fc.assert(
    fc.asyncProperty(selection(5), async (text) => {
      const query = `{ top: paid { ${text.replace(/paid \{/g, 'paid { isPaid: __typename')} isPaid: __typename } }`
      fc.pre(validate(TREE, parse(query), [OverlappingFieldsCanBeMergedRule]).length === 0)
      const answers: any[] = []
      for (const older of [false, true]) {
        const answer = new AnswerBudget()
        const session = await openSession(
          pipeline,
          { caller: keylessCaller('test'), signal, requestId: '1' },
          { credits: 10_000, areaCredits: 0 },
        )
        const result = await executePrepared(
          {
            schema: TREE,
            document: parse(query),
            contextValue: { session, answer, fieldArguments: new DocumentArguments(null) },
          },
          { signal, inParts: true, hideSuggestions: true },
        )
        fc.pre('initialResult' in result)
        const parts: any[] = []
        for await (const part of incrementalParts(result, {
          session,
          answer,
          signal,
          maskError: createMaskError(
            (thrown) => {
              throw thrown
            },
            { findLive: () => null } as never,
          ),
          renderer: english,
          settle: async () => ({ cost: { charged: session.charged } }),
          older,
        }))
          parts.push(JSON.parse(JSON.stringify(part)))
        expect(parts.map(({ hasNext }) => hasNext)).toEqual(parts.map((_, i) => i < parts.length - 1))
        const data = mergeParts(parts)
        expect(parts.at(-1).extensions.cost.charged, query).toBe(countPaid(data))
        answers.push(data)
      }
      expect(answers[1], query).toEqual(answers[0])
    }),
    { numRuns: 150 },
  )
})

test('without a form of parts the answer is one, with all that was deferred', async () => {
  app = await startFakeApp({ metering: false })
  const query =
    '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status ... @defer { lengthM } maneuvers @stream { type } } }'
  for (const accept of ['*/*', 'application/json', 'application/graphql-response+json', 'text/nonsense']) {
    const { status, data, headers } = await askGraphql(app, query, {}, { accept })
    expect([status, data.route], accept).toEqual([
      200,
      { status: 'COMPLETE', lengthM: 1234.5, maneuvers: [{ type: expect.any(String) }] },
    ])
    expect(headers.get('content-type')).toMatch(/json/)
  }
})

test.each([
  [undefined, null],
  ['*/*', null],
  ['application/json, multipart/mixed;q=0', null],
  ['multipart/mixed', ['multipart', false]],
  ['multipart/mixed;deferSpec=20220824, application/json', ['multipart', true]],
  ['multipart/mixed; DeferSpec="20220824"', ['multipart', true]],
  ['multipart/mixed;incrementalSpec=v0.2', ['multipart', false]],
  ['text/event-stream, multipart/mixed', ['multipart', false]],
  ['application/json, text/event-stream', ['events', false]],
])('accept %s', (accept, expected) => {
  const form = streamFormOf(accept)
  expect(form === null ? null : [form.type, form.older]).toEqual(expected)
})

test.each([
  ['@defer', 'edges { node { name ... @defer { nearby(withinM: 5000) { edges { offM } } } } }'],
  ['@stream', 'edges @stream(initialCount: 2) { node { nearby(withinM: 5000) { edges { offM } } } }'],
])('a link of a list is one batch with %s', async (_name, edges) => {
  const catalogue = fakeCatalogue()
  app = await startFakeApp({ metering: false, catalogue })
  const count = () => [...catalogue.calls.values()].reduce((sum, times) => sum + times, 0)
  const requested = async (accept: string) => {
    const from = count()
    const response = await fetch(`${app.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({
        query: `{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 50000}}}, first: 20) { ${edges} } }`,
      }),
    })
    expect(await response.text()).toContain('offM')
    return count() - from
  }
  expect(await requested('multipart/mixed')).toBe(await requested('application/json'))
})

test('a client that leaves ends what runs for it: the slot is free, nothing is in flight', async () => {
  let release = () => {}
  const hold = new Promise<void>((resolve) => (release = resolve))
  app = await startFakeApp({ hold })
  const aborter = new AbortController()
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
    body: JSON.stringify({
      query: '{ service { modes } ... @defer { point(at: [1.5, 42.5]) { loops(lengthM: 5000) { status } } } }',
    }),
    signal: aborter.signal,
  })
  const reader = response.body!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toContain('---')
  await expect.poll(() => app.planned.length).toBe(1)
  expect(app.app.pipeline.parts.concurrency.accounts).toBe(1)
  aborter.abort()
  await expect.poll(() => app.aborted).toEqual(['client'])
  release()
  await expect.poll(() => app.app.pipeline.parts.concurrency.accounts).toBe(0)
  await expect.poll(() => app.app.lifecycle.admission.state.inFlight).toBe(0)
})
