// A refusal names the field at fault by its path, over REST and GraphQL: each member of a sound request in turn is
// spoilt, that alone, and the refusal names it, or the value that it is a part of.

import type { GraphQLInterfaceType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeApp, postJson, startFakeApp } from '../support/fake-services.ts'
import { SAMPLE_REQUESTS } from '../fuzz/sample-requests.ts'
import { schema } from '../../schema/index.ts'
import { pathText } from '../../resolvers/pipeline/parse-input.ts'

type Path = (string | number)[]

const REGION = {
  example: [
    [1.5, 42.5],
    [1.51, 42.5],
  ],
  box: [1.4, 42.4, 1.6, 42.6],
  names: ['Talland'],
  relationIds: [7],
} as unknown as Parameters<(typeof SAMPLE_REQUESTS)[number]['request']>[0]

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Of a value, the paths of all that is in it. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const below = isBranch(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : []
  return path.length === 0 ? below : [path, ...below]
}

function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  const inner = rest.length === 0 ? value : withValue((whole as Record<string | number, unknown>)[key], rest, value)
  return Array.isArray(whole)
    ? whole.map((one, i) => (i === key ? inner : one))
    : { ...(whole as object), [key]: inner }
}

const valueAt = (whole: unknown, path: Path) =>
  path.reduce((value, key) => (value as Record<string | number, unknown>)[key], whole)

/** What no field takes in the place of a value. */
function spoilt(value: unknown): unknown[] {
  // no number of a way is too large
  if (typeof value === 'number') return value === 7 ? [-1, 'far'] : [1e12, 'far']
  return [{ no: 'value' }, ...(typeof value === 'string' ? [17] : [])]
}

/** Whether the paths are one, or one is part of the other. */
function concern(named: string, at: string): boolean {
  const [short, long] = named.length < at.length ? [named, at] : [at, named]
  return short !== '' && long.startsWith(short) && /^$|^[.[]/.test(long.slice(short.length))
}

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

const REST = SAMPLE_REQUESTS.map(({ name, request }) => ({ name, ...request(REGION) })).filter(
  ({ name, body }) => body !== undefined && !name.endsWith('fails'),
)

describe('REST', () => {
  test.each(REST)('$name', async ({ path, body, row }) => {
    const wrong: unknown[] = []
    for (const at of pathsIn(body))
      for (const value of spoilt(valueAt(body, at))) {
        const { status, body: answer } = await postJson(`${app.api}${path}`, withValue(body, at, value) as object)
        const message = String(answer.error?.message ?? answer.message ?? answer.error)
        const named = /`([\w.[\]]+)`/.exec(message)?.[1] ?? ''
        if ((status !== 400 && status !== 422) || !concern(named, pathText(at)))
          wrong.push([pathText(at), value, status, message])
      }
    expect(row.method).toBe('POST')
    expect(wrong.map((row) => JSON.stringify(row))).toEqual([])
  })
})

const at = (lon: number) => ({ at: [lon, 42.5] })
const LINE = { geojson: { type: 'LineString', coordinates: REGION.example } }
const SETTINGS = { mode: 'HIKE', maxSac: 'T3', markedTrails: 'PREFER', snapRadiusM: 500 }
/** By field, an input that has every kind of member. */
const GRAPHQL: Record<string, object> = {
  route: {
    waypoints: [at(1.5), at(1.51)],
    settings: { ...SETTINGS, hills: 0.5, avoidPaved: true, avoid: { kinds: ['FERRY'], ways: [7] } },
    straightLegs: [],
  },
  matrix: { sources: [at(1.5)], targets: [at(1.51), at(1.52)], settings: SETTINGS },
  simplifyGpx: { line: LINE, to: { toleranceM: 5 }, keepStops: true },
  staticMap: { view: { box: [1.4, 42.4, 1.6, 42.6] }, width: 300, height: 200, scale: 1 },
}

const OF_LINE = 'line(input: {geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.51, 42.5]]}})'
/** The same of a link, by what it is asked of. */
const LINKS: readonly [of: string, type: string, link: string, args: object][] = [
  ['point(at: [1.5, 42.5])', 'Spot', 'reach', { within: { movingS: [300, 600] }, toleranceM: 30, direction: 'FROM' }],
  [
    'point(at: [1.5, 42.5])',
    'Spot',
    'loops',
    { lengthM: 4000, alternatives: 1, bearingDeg: 90, through: { kinds: ['HUT'] }, settings: { hills: 0.5 } },
  ],
  [OF_LINE, 'Line', 'match', { mode: 'BIKE', searchM: 30, accuracyM: 8 }],
  [OF_LINE, 'Course', 'elevationProfile', { points: 100, elevation: 'TERRAIN' }],
  [OF_LINE, 'Course', 'analysis', { elevation: 'AUTO', mode: 'HIKE', walker: { factor: 1, spread: 0.1 } }],
  [OF_LINE, 'Course', 'pacePlan', { target: { time: '1:00:00' }, unit: 'KM' }],
  [
    OF_LINE,
    'Course',
    'weather',
    {
      departure: '2026-11-21T13:00:00Z',
      departures: ['2026-11-21T13:00:00Z'],
      mode: 'RUN',
      pace: { speedKmh: 4 },
      stops: [{ atM: 500, restS: 300 }],
    },
  ],
  [OF_LINE, 'Course', 'weather', { departure: '2026-11-21T13:00:00Z', pace: { walker: { factor: 1.5, spread: 0.1 } } }],
  [
    OF_LINE,
    'Course',
    'export',
    {
      format: 'GPX',
      name: 'a',
      mode: 'HIKE',
      mapSources: true,
      waypoints: [{ at: [1.5, 42.5], name: 'b', elevationM: 1020 }],
      cues: [{ at: [1.5, 42.5], instruction: 'c', maneuver: 'TURN_LEFT' }],
    },
  ],
]

describe('GraphQL', () => {
  test.each(LINKS)('%s of %s: %s', async (of, type, link, given) => {
    const { args } = (schema.getType(type) as GraphQLInterfaceType).getFields()[link]
    const declared = args.map((one) => `$${one.name}: ${one.type}`).join(', ')
    const passed = args.map(({ name }) => `${name}: $${name}`).join(', ')
    const query = `query (${declared}) { ${of} { ${link}(${passed}) { __typename } } }`
    const ask = async (variables: unknown) => (await postJson(`${app.api}/graphql`, { query, variables })).body
    const sound = await ask(given)
    expect(sound.errors?.filter((error: any) => error.extensions.status === 400) ?? []).toEqual([])
    const wrong: unknown[] = []
    for (const path of pathsIn(given))
      for (const value of spoilt(valueAt(given, path))) {
        const { message, extensions } = (await ask(withValue(given, path, value))).errors?.[0] ?? {}
        const named = extensions?.inputPath ?? ''
        if (!concern(named, pathText(path))) wrong.push([pathText(path), value, named, message])
      }
    expect(wrong.map((row) => JSON.stringify(row))).toEqual([])
  })

  test.each(Object.entries(GRAPHQL))('%s', async (field, input) => {
    const [{ type }] = schema.getQueryType()!.getFields()[field].args
    const query = (value: unknown) => ({
      query: `query ($input: ${type}) { ${field}(input: $input) { __typename } }`,
      variables: { input: value },
    })
    const sound = await postJson(`${app.api}/graphql`, query(input))
    expect(sound.body.errors?.filter((error: any) => error.extensions.status === 400) ?? []).toEqual([])
    const wrong: unknown[] = []
    for (const path of pathsIn(input))
      for (const value of spoilt(valueAt(input, path))) {
        const { body } = await postJson(`${app.api}/graphql`, query(withValue(input, path, value)))
        const { message, extensions } = body.errors?.[0] ?? {}
        const named = extensions?.inputPath ?? ''
        if (!concern(named, pathText(['input', ...path]))) wrong.push([pathText(path), value, named, message])
      }
    expect(wrong.map((row) => JSON.stringify(row))).toEqual([])
  })
})
