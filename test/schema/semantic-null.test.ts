// Laws of errors, over random documents while each service fails in turn. A null that `@semanticNonNull` speaks of
// stands beside an error at its place or below it, in whole answers and in parts; any other null that stands beside an
// error of its own says so in its description; and an error has a code that `@raises` names, the status of that
// code, and no `http`.

import * as fc from 'fast-check'
import { type GraphQLField, isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MergedAnswer } from '../../clients/typescript/src/merge-parts.ts'
import { schema } from '../../schema/index.ts'
import { appliedTo } from '../../schema/plugin/applied-directives.ts'
import { ERROR_STATUS, type ErrorCode } from '../../src/errors.ts'
import type { Services } from '../../src/services.ts'
import { caseCount } from '../support/case-count.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, postJson, startFakeApp } from '../support/fake-services.ts'
import { type Requested, fieldsOf, randomDocument } from '../support/random-documents.ts'

interface Failure {
  message: string
  path?: readonly (string | number)[]
  extensions?: { code?: string; status?: number; sentence?: { code: string } }
}

interface Answer {
  data: Record<string, unknown>
  errors: readonly Failure[]
}

/** Of any field: faults, and limits of the whole document. */
const ANY: ReadonlySet<string> = new Set(['internal', 'busy', 'too_large'])

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

async function askWhole(query: string): Promise<Answer> {
  const { body } = await postJson(`${app.api}/graphql`, { query })
  return { data: body.data, errors: body.errors ?? [] }
}

async function askInParts(query: string): Promise<Answer> {
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed, application/json' },
    body: JSON.stringify({ query }),
  })
  const merged = new MergedAnswer()
  for (const line of (await response.text()).split('\r\n')) if (line.startsWith('{')) merged.add(JSON.parse(line))
  return { data: merged.data as Record<string, unknown>, errors: merged.errors as Failure[] }
}

const placeOf = (path: readonly (string | number)[]) => path.join('.')

function findFaults({ data, errors }: Answer, requested: readonly Requested[]): string[] {
  const places = errors.map(({ path = [] }) => placeOf(path))
  const faults: string[] = []
  const fieldAt = new Map<string, GraphQLField<unknown, unknown>>()
  for (const { requested: one, value, path } of fieldsOf(data, requested)) {
    const place = placeOf(path)
    fieldAt.set(place, one.field)
    if (value !== null) continue
    const isBeside = places.some((other) => other === place || other.startsWith(`${place}.`))
    if (appliedTo(one.field).semanticNonNull !== undefined && !isBeside) faults.push(`${place} ${one.text}: no error`)
    if (
      appliedTo(one.field).semanticNonNull === undefined &&
      places.includes(place) &&
      !/\berror\b/.test(one.field.description ?? '')
    )
      faults.push(`${place} ${one.text}: an error, of which the field says nothing`)
  }
  for (const { path = [], extensions } of errors) {
    const code = extensions?.code?.toLowerCase() ?? ''
    // where a field that is never null failed, only what is above it is in the answer
    const field = fieldAt.get(placeOf(path)) ?? neverNullAt(path, requested)
    const raises: readonly string[] = field === undefined ? [] : (appliedTo(field).raises?.codes ?? [])
    if (!ANY.has(code) && !raises.includes(code)) faults.push(`${placeOf(path)}: ${code} of ${field?.name}`)
    if (extensions?.status !== ERROR_STATUS[code as ErrorCode])
      faults.push(`${placeOf(path)}: ${code} has another status`)
    if (extensions !== undefined && 'http' in extensions) faults.push(`${placeOf(path)}: ${code} has \`http\``)
  }
  return faults
}

function neverNullAt(
  path: readonly (string | number)[],
  requested: readonly Requested[],
): GraphQLField<unknown, unknown> | undefined {
  const names = path.filter((step) => typeof step === 'string')
  let found: Requested | undefined
  let among = requested
  for (const name of names) {
    found = among.find(({ alias }) => alias === name)
    among = found === undefined ? [] : [...found.inside.values()].flat()
  }
  return found?.field
}

/** What is broken, and how to break it; gives what mends it. */
const SERVICES: readonly (keyof Services & ('places' | 'pois' | 'trails' | 'terrain' | 'weather' | 'snow'))[] = [
  'places',
  'pois',
  'trails',
  'terrain',
  'weather',
  'snow',
]
function breakService(name: (typeof SERVICES)[number] | 'run'): () => void {
  if (name === 'run') {
    const { run } = app.services
    app.services.run = () => Promise.reject(new Error('down'))
    return () => {
      app.services.run = run
    }
  }
  const service = app.services[name] as unknown as Record<string, unknown>
  const whole = { ...service }
  for (const [key, one] of Object.entries(service))
    if (typeof one === 'function') service[key] = () => Promise.reject(new Error('down'))
  return () => {
    Object.assign(service, whole)
  }
}

/** What is wrong in the answers to many documents, and how much failed in them. */
async function judge(
  ask: (query: string) => Promise<Answer>,
  withParts = false,
): Promise<{ faults: string[]; failed: number }> {
  let failed = 0
  const faults = new Set<string>()
  for (const dice of fc.sample(fc.infiniteStream(fc.nat()), { numRuns: caseCount(80, 1000), seed: seedOfRun })) {
    const { query, requested } = randomDocument(() => dice.next().value as number, withParts)
    const answer = await ask(query)
    // refused as a whole, because it selects too much
    if (answer.data == null || answer.errors.some(standsForMany)) continue
    failed += answer.errors.length
    for (const fault of findFaults(answer, requested)) faults.add(fault)
  }
  return { faults: [...faults], failed }
}
/** Of a limit that stops many fields: the rest of them have no error of their own. */
const standsForMany = ({ extensions }: Failure): boolean =>
  extensions?.code === 'TOO_LARGE' || extensions?.sentence?.code === 'error.invalid_input.further_runs'
const seedOfRun = Number(process.env['SEED'])

describe('beside every null that is one only for an error', () => {
  test('stands that error, while all is well', async () => {
    const { faults, failed } = await judge(askWhole)
    expect(faults).toEqual([])
    expect(failed).toBeGreaterThan(0)
  })

  test('stands that error in parts', async () => {
    const { faults, failed } = await judge(askInParts, true)
    expect(faults).toEqual([])
    expect(failed).toBeGreaterThan(0)
  })

  test.each([...SERVICES, 'run'] as const)('stands that error, while %s is down', async (name) => {
    const mend = breakService(name)
    try {
      const { faults, failed } = await judge(askWhole)
      expect(faults).toEqual([])
      expect(failed).toBeGreaterThan(0)
    } finally {
      mend()
    }
  })
})

test('every operation that a document may fail with is null only beside an error, but for what is looked up', () => {
  const roots = Object.values(schema.getQueryType()!.getFields())
  const others = roots.filter((field) => appliedTo(field).semanticNonNull === undefined && !isNonNullType(field.type))
  expect(others.map(({ name }) => name)).toEqual(['node'])
})
