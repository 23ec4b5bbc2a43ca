// Random documents, their cost known three ways: what is reserved before anything runs, what is charged after, and a
// sum made here from prices typed by hand (decision: keys-and-credits). Aliases, named and inline fragments,
// directives, variables, and the same field written over and over.

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_FURTHER_RUNS } from '../../resolvers/pipeline/credit-session.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from '../operations/transports.ts'
import { caseCount } from '../support/case-count.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

/** A field that is an operation, or a link that is one. */
interface Unit {
  field: string
  price: number
  /** how often what is below runs */
  times: number
  inside: string
  /** before and after the links, e.g. of a connection */
  open: string
  close: string
  links: Unit[]
}

/** Lists travel as variables, named by their length. */
const points = (count: number) => `$p${count}`
const pointsOf = (count: number) => Array.from({ length: count }, (_, i) => [1.5 + i / 1000, 42.5])
const waypoints = (count: number) => `$w${count}`
const unit = (
  field: string,
  price: number,
  inside: string,
  links: Unit[] = [],
  times = 1,
  open = '',
  close = '',
): Unit => ({ field, price, times, inside, open, close, links })

const elevationLink = fc.constant(unit('elevation', 0, 'heightM'))
const withinLink = fc.constant(unit('within', 1, 'name'))
const nearbyLink = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.option(fc.oneof(elevationLink, withinLink), { nil: null }))
  .map(([first, link]) =>
    unit(
      `nearby(withinM: 50000, first: ${first})`,
      1,
      '__typename',
      link === null ? [] : [link],
      first,
      'edges { node {',
      '} }',
    ),
  )
const placeLinks = fc.uniqueArray(fc.oneof(elevationLink, withinLink, nearbyLink), {
  maxLength: 3,
  selector: ({ field }) => field,
})
const routeLinks = fc.uniqueArray(
  fc.oneof(
    fc.constant(unit('elevationProfile(points: 10)', 2, '__typename')),
    fc.constant(unit('pacePlan(target: {time: "60"})', 2, 'unit')),
    fc.constant(unit('analysis', 3, '__typename')),
    fc.integer({ min: 1, max: 3 }).map((first) => unit(`places(withinM: 2000, first: ${first})`, 2, '__typename')),
  ),
  { maxLength: 3, selector: ({ field }) => field },
)

const rootUnit: fc.Arbitrary<Unit> = fc.oneof(
  fc.constant(unit('service', 0, 'modes')),
  fc.constant(unit('__typename', 0, '')),
  fc
    .tuple(fc.integer({ min: 2, max: 100 }), routeLinks)
    .map(([count, links]) =>
      unit(`route(input: {waypoints: ${waypoints(count)}})`, 1 + Math.floor((count - 1) / 10), 'status', links),
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.option(withinLink, { nil: null }))
    .map(([count, link]) =>
      unit(`points(at: ${points(count)})`, 1, 'elevation { heightM }', link === null ? [] : [link], count),
    ),
  fc.constant(unit('point(at: [1.5, 42.5])', 5, 'loops(lengthM: 5000) { status }')),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), placeLinks)
    .map(([first, links]) =>
      unit(
        `places(where: {area: {near: {at: [1.55, 42.52], withinM: 50000}}}, first: ${first})`,
        1,
        '__typename',
        links,
        first,
        'edges { node { name',
        '} }',
      ),
    ),
  fc
    .tuple(fc.constantFrom('1', '2', '3'), placeLinks)
    .map(([osmId, links]) =>
      unit(
        `search(text: "${['Großmühlen', 'Zürichberg', 'Bergen'][Number(osmId) - 1]}", first: 1)`,
        1,
        '__typename',
        links,
        1,
        'edges { node { ... on Place { name',
        '} } }',
      ),
    ),
)

/** How a unit is written down. */
interface Dress {
  wrap: 'plain' | 'inline' | 'typed' | 'fragment' | 'include' | 'skip' | 'include-variable' | 'skip-variable'
  twice: boolean
}
const dress: fc.Arbitrary<Dress> = fc.record({
  wrap: fc.constantFrom(
    'plain',
    'plain',
    'inline',
    'typed',
    'fragment',
    'include',
    'skip',
    'include-variable',
    'skip-variable',
  ),
  twice: fc.boolean(),
})

class Writer {
  readonly fragments: string[] = []
  #next = 0
  #dresses: Iterator<Dress>
  constructor(dresses: Iterator<Dress>) {
    this.#dresses = dresses
  }

  /** The text of a unit, and what it costs. */
  write({ field, price, times, inside, open, close, links }: Unit, type: string): { text: string; cost: number } {
    const { wrap, twice } = this.#dresses.next().value as Dress
    const alias = `u${this.#next++}`
    const below = links.map((link) =>
      this.write(link, field.startsWith('route(') ? 'Route' : field.startsWith('points(') ? 'Point' : 'Place'),
    )
    const body = `${inside} ${open} ${below.map(({ text }) => text).join(' ')} ${close}`.trim()
    const one = `${alias}: ${field}${body === '' ? '' : ` { ${body} }`}`
    // the same name again is the same field, whatever more it selects
    const text =
      twice && body !== '' ? `${one} ${alias}: ${field} { __typename ${body} }` : twice ? `${one} ${one}` : one
    const cost = price + times * below.reduce((sum, link) => sum + link.cost, 0)
    if (wrap === 'plain') return { text, cost }
    if (wrap === 'inline') return { text: `... { ${text} }`, cost }
    if (wrap === 'typed') return { text: `... on ${type} { ${text} }`, cost }
    if (wrap === 'fragment') {
      const name = `F${this.#next++}`
      this.fragments.push(`fragment ${name} on ${type} { ${text} }`)
      return { text: twice ? `...${name} ...${name}` : `...${name}`, cost }
    }
    const [directive, argument] = wrap.split('-')
    const runs = this.#next % 2 === 0
    const value =
      argument === 'variable'
        ? runs === (directive === 'include')
          ? '$yes'
          : '$no'
        : String(runs === (directive === 'include'))
    return { text: `... @${directive}(if: ${value}) { ${text} }`, cost: runs ? cost : 0 }
  }
}

describe('the cost of a document', () => {
  test('is known before it runs and is what is charged (random documents; lists as long as asked)', async () => {
    let most = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(rootUnit, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(dress),
        async (units, dresses) => {
          const writer = new Writer(dresses)
          const parts = units.map((root) => writer.write(root, 'Query'))
          const lists = [
            ...new Set(
              parts.flatMap(({ text }) =>
                [...`${text} ${writer.fragments.join(' ')}`.matchAll(/\$([pw]\d+)/g)].map(([, name]) => name),
              ),
            ),
          ]
          const query = `query ($yes: Boolean = true, $no: Boolean!${lists.map((name) => `, $${name}: [${name[0] === 'p' ? 'LonLat' : 'WaypointInput'}!]!`).join('')}) { w0: __typename @include(if: $yes) w1: __typename @skip(if: $no) ${parts.map(({ text }) => text).join(' ')} } ${writer.fragments.join(' ')}`
          const cost = parts.reduce((sum, part) => sum + part.cost, 0)
          const variables = {
            no: false,
            ...Object.fromEntries(
              lists.map((name) => {
                const list = pointsOf(Number(name.slice(1)))
                return [name, name[0] === 'p' ? list : list.map((at) => ({ at }))]
              }),
            ),
          }
          const answer = await askGraphql(app, query, variables)
          expect(answer.errors, query.slice(0, 3000)).toBeUndefined()
          const { fields = [], ...sums } = answer.cost!
          expect(sums, query.slice(0, 3000)).toEqual({ reserved: cost, charged: cost, remaining: null })
          expect(fields.reduce((sum, { credits }) => sum + credits, 0)).toBe(cost)
          const ran = app.planned.length
          const dry = await askGraphql(app, query.replace(') {', ') @dryRun {'), variables)
          expect(dry.data).toBeNull()
          expect(dry.cost).toMatchObject({ reserved: cost, charged: 0, remaining: null })
          const byPath = (list: typeof fields) => Object.fromEntries(list.map((one) => [one.path, one.credits]))
          expect(byPath(dry.cost!.fields)).toEqual(byPath(fields))
          expect(app.planned.length).toBe(ran)
          most = Math.max(most, cost)
        },
      ),
      { numRuns: caseCount(100, 300) },
    )
    expect(most).toBeGreaterThan(40) // the documents are no small ones
  })

  test('is reserved for a whole list and charged for what is in it', async () => {
    const answer = await askGraphql(
      app,
      '{ places(where: {area: {near: {at: [1.55, 42.52], withinM: 50000}}}, first: 50) { edges { node { elevation { heightM } within { name } } } } }',
    )
    expect(answer.data.places.edges).toHaveLength(14)
    expect(answer.cost).toMatchObject({ reserved: 51, charged: 15, remaining: null })
  })

  test('of lists whose length nobody requested is reserved as they turn out, up to the credits of the day', async () => {
    const metered = await startFakeApp({ catalogue: fakeCatalogue() })
    try {
      const points = Array.from({ length: 40 }, (_, i) => [1.5 + i / 1000, 42.5])
      const profile =
        'line(input: {geojson: $g}) { elevationProfile(points: 100) { series { points { spot { nearby(first: 1) { edges { offM } } } } } } }'
      const ask = (times: number) => {
        const fields = Array.from({ length: times }, (_, i) => `p${i}: ${profile}`)
        const g = { type: 'LineString', coordinates: points }
        return askGraphql(metered, `query ($g: GeoJSON!) { ${fields.join(' ')} }`, { g })
      }
      const some = await ask(1)
      expect(some.errors).toBeUndefined()
      const length = some.data.p0.elevationProfile.series.points.length
      expect(length).toBeGreaterThan(30)
      expect(some.cost!.charged).toBe(2 + length)
      expect(some.cost!.reserved).toBe(some.cost!.charged)
      expect(some.cost!.remaining).toBe(500 - some.cost!.charged)
      const many = await ask(7)
      expect(many.cost!.charged).toBe(7 * 2 + 7 + MAX_FURTHER_RUNS)
      expect(new Set(many.errors!.map(({ extensions }) => extensions.code))).toEqual(new Set(['INVALID_INPUT']))
      expect(many.cost!.remaining).toBe(500 - some.cost!.charged - many.cost!.charged)
    } finally {
      await metered.close()
    }
  })

  test('of several types under an interface is that of the most expensive', async () => {
    const { data } = await askGraphql(
      app,
      '{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { edges { node { id } } } trail(by: {osmRelation: 7}) { id } }',
    )
    const ids = [data.places.edges[0].node.id, data.trail.id]
    const answer = await askGraphql(
      app,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Place { within { name } } ... on Trail { line { geojson } export(format: GPX) { text } } } }',
      { ids },
    )
    expect(answer.errors).toBeUndefined()
    // 2 to find them; 2 each for the most expensive, of which the place needs 1
    expect(answer.cost).toMatchObject({ reserved: 6, charged: 5, remaining: null })
  })

  test('counts a field that is written five times once', async () => {
    const route = 'route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]})'
    const answer = await askGraphql(
      app,
      `{ ${route} { status } ${route} { lengthM } ...A ...A ... { ${route} { time { movingS } } } } fragment A on Query { ${route} { elevation { ascentM } } }`,
    )
    expect(answer.cost).toMatchObject({ reserved: 1, charged: 1 })
  })

  test('is bounded by levels, fields, operations and tokens through fragments too', async () => {
    const nested = Array.from(
      { length: 17 },
      (_, i) =>
        `fragment L${i} on Place { nearby(first: 1) { edges { node { ${i === 16 ? 'name' : `...L${i + 1}`} } } } }`,
    ).join(' ')
    expect(
      (
        await askGraphql(
          app,
          `{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { edges { node { ...L0 } } } } ${nested}`,
        )
      ).errors![0].message,
    ).toContain('levels deep')
    const wide = `fragment W on Place { ${Array.from({ length: 100 }, (_, i) => `n${i}: name`).join(' ')} }`
    const spread = Array.from(
      { length: 11 },
      (_, i) =>
        `p${i}: places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { edges { node { ...W } } }`,
    ).join(' ')
    expect((await askGraphql(app, `{ ${spread} } ${wide}`)).errors![0].message).toContain('selects more than')
    const roots = `fragment R on Query { ${Array.from({ length: 51 }, (_, i) => `t${i}: __typename`).join(' ')} }`
    expect((await askGraphql(app, `{ ...R } ${roots}`)).errors![0].message).toContain('operations')
  })
})

describe('links of a route', () => {
  test('check their arguments: a pace plan without a target, or a series of a million points, is an error at its place', async () => {
    const answer = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status pacePlan(target: {time: "no time"}) { unit } elevationProfile(points: 1000000) { __typename } } }',
    )
    expect(answer.data.route).toEqual({ status: 'COMPLETE', pacePlan: null, elevationProfile: null })
    expect(answer.errors!.map(({ path, extensions }) => [path!.join('.'), extensions.code]).sort()).toEqual([
      ['route.elevationProfile', 'INVALID_INPUT'],
      ['route.pacePlan', 'INVALID_INPUT'],
    ])
    expect(answer.cost).toMatchObject({ reserved: 3, charged: 1 })
  })
})

describe('thousands of mistakes in one document', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]))
  test.each([
    ['unknown members of an input', 'query ($v: RouteInput!) { route(input: $v) { status } }', { v: keys(5000) }],
    [
      'unknown members beside good ones',
      'query ($v: RouteInput!) { route(input: $v) { status } }',
      {
        v: {
          waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.5] }],
          ...keys(5000),
        },
      },
    ],
    [
      'points that are none',
      'query ($v: [LonLat!]!) { points(at: $v) { location } }',
      { v: new Array(100_000).fill(0) },
    ],
    [
      'a text of megabytes for a number',
      'query ($v: Int!) { point(at: [1, 1]) { forecast(days: $v) { state } } }',
      { v: 'x'.repeat(4_000_000) },
    ],
    [
      'a literal of megabytes for a number',
      `{ point(at: [1, 1]) { forecast(days: "${'x'.repeat(4_000_000)}") { state } } }`,
      undefined,
    ],
    ['names that are not there', `{ ${Array.from({ length: 1300 }, (_, i) => `nothing${i}`).join(' ')} }`, undefined],
  ])('%s: a few errors of a few words, at once', async (_name, query, variables) => {
    const answer = await askGraphql(app, query, variables)
    expect(answer.data).toBeUndefined()
    expect(answer.errors!.length).toBeLessThanOrEqual(6)
    expect(JSON.stringify(answer.errors).length).toBeLessThan(5000)
    for (const { extensions } of answer.errors!)
      expect(extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
  })
})

describe('limits of documents', () => {
  const refused = async (query: string) => {
    const { status, errors, cost } = await askGraphql(app, query, {}, { accept: 'application/graphql-response+json' })
    expect([status, cost]).toEqual([400, undefined])
    expect(errors![0].extensions.code).toBe('INVALID_INPUT')
    return errors![0].message
  }

  test('say which field is beyond them, and by how much', async () => {
    const deep = (levels: number): string =>
      levels === 0 ? 'name' : `nearby(first: 1) { edges { node { ${deep(levels - 1)} } } }`
    expect(
      await refused(
        `{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { edges { node { ${deep(6)} } } } }`,
      ),
    ).toMatch(/`places\.edges\.node(\.nearby\.edges\.node)+[.\w]*` is 17 levels deep\. A document may have 16 levels\./)
    expect(
      await refused(
        '{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 51) { edges { node { forecast { requestedDayCount } } } } }',
      ),
    ).toBe('The document asks for 51 forecast points with `places.edges.node.forecast`. It may ask for 50.')
    const roots = Array.from({ length: 51 }, (_, i) => `t${i}: __typename`).join(' ')
    expect(await refused(`{ ${roots} }`)).toBe('`t50` is operation 51 of the document. It may have 50 operations.')
  })

  test('count what was requested: pages that a list has by default are counted as they come', async () => {
    const query =
      '{ places(where: {area: {near: {at: [1.55, 42.52], withinM: 50000}}}) { edges { node { nearby(withinM: 50000) { edges { node { forecast { requestedDayCount } } } } } } } }'
    const { status, errors, data } = await askGraphql(app, query)
    expect(status).toBe(200)
    const messages = new Set(errors!.map(({ message }) => message))
    expect([...messages]).toEqual([
      'The document asks for more than 50 forecast points; those beyond are not answered. Ask for shorter lists.',
    ])
    const forecasts = data.places.edges.flatMap(({ node }: any) =>
      node.nearby.edges.map((one: any) => one.node.forecast),
    )
    expect(forecasts.filter((one: unknown) => one !== null)).toHaveLength(50)
  })

  test('count a selection on an interface once, however many types have it', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `n${i}: name`).join(' ')
    const { status, errors } = await askGraphql(
      app,
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Spot { ${names} } } }`,
      { ids: [] },
    )
    expect(errors?.[0].message ?? '').not.toContain('selects more than')
    expect(status).toBe(200)
  })
})

describe('@dryRun', () => {
  test('says what it would cost by field, also where the credits do not suffice, and counts in the rate', async () => {
    const metered = await startFakeApp({ catalogue: fakeCatalogue() })
    try {
      const query =
        'query Trip @dryRun { route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { elevationProfile { __typename } } places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 100) { edges { node { nearby(first: 10) { edges { offM } } trails(first: 5) { edges { offM } } } } } many: places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 100) { edges { node { near: nearby(first: 5) { edges { offM } } trails { edges { offM } } nearby { edges { offM } } } } } }'
      const { status, data, errors, cost } = await askGraphql(metered, query)
      expect([status, data, errors]).toEqual([200, null, undefined])
      expect(cost).toMatchObject({ charged: 0, remaining: 500 })
      expect(cost!.reserved).toBeGreaterThan(500)
      expect(cost!.fields).toContainEqual({ path: 'route', credits: 1 })
      expect(cost!.fields).toContainEqual({ path: 'places.edges.node.nearby', credits: 100 })
      expect(metered.planned).toEqual([])
      const statuses = []
      for (let i = 0; i < 10; i++) statuses.push((await askGraphql(metered, query)).status)
      expect(statuses).toContain(429)
    } finally {
      await metered.close()
    }
  })

  test('a variable that does not fit is said as ever', async () => {
    const { errors } = await askGraphql(app, 'query ($p: [LonLat!]!) @dryRun { points(at: $p) { location } }', {
      p: 'x',
    })
    expect(errors![0].extensions.code).toBe('INVALID_INPUT')
  })
})
