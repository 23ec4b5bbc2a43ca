// Apollo Federation: the SDL of this service composes with that of another, and entities are found by their keys at the
// price of `nodes`.

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../schema/nodes.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, postJson, startFakeApp } from '../support/fake-services.ts'
import { hasGraphqlTools, runGraphqlTool } from '../support/graphql-tools.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

const ask = async (query: string, variables: object = {}) =>
  (await postJson(`${app.api}/graphql`, { query, variables })).body
const sdlOf = async (): Promise<string> => (await ask('{ _service { sdl } }')).data._service.sdl

const ENTITIES = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) { __typename ... on Place { id name } ... on Trail { id name } }
}`

describe('_entities', () => {
  test('finds places and trails by their keys, in order, as nodes does and at its price', async () => {
    const { data: known } = await ask(
      '{ trails(where: {area: {box: [1, 42, 2, 43]}}, first: 1) { nodes { id name } } }',
    )
    const trail = { __typename: 'Trail', ...known.trails.nodes[0] }
    const place = { __typename: 'Place', id: toGlobalId('Place', 9) }
    const representations = [{ __typename: 'Trail', id: trail.id, stars: 5 }, place, { ...place, id: 'bm9uZQ' }]
    const { data, errors, extensions } = await ask(ENTITIES, { representations })
    expect(errors).toBeUndefined()
    expect(data._entities).toEqual([trail, { ...place, name: expect.any(String) }, null])
    const ids = representations.map(({ id }) => id)
    const nodes = await ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Place { name } ... on Trail { name } } }',
      { ids },
    )
    expect(nodes.data.nodes).toEqual(data._entities)
    expect(extensions.cost.reserved).toBe(nodes.extensions.cost.reserved)
    expect(extensions.cost.charged).toBe(nodes.extensions.cost.charged)
  })

  test('a key of another type is nothing that is there', async () => {
    const representations = [{ __typename: 'Trail', id: toGlobalId('Place', 9) }]
    expect((await ask(ENTITIES, { representations })).data._entities).toEqual([null])
  })

  test.each([
    ['of no entity', [{ __typename: 'Route', id: 'x' }], 'representations[0].__typename'],
    ['without a key', [{ __typename: 'Place' }], 'representations[0].id'],
    ['that is no object', ['Place'], 'representations[0]'],
    ['that is none', [], 'representations'],
    ['of too many', Array.from({ length: 101 }, () => ({ __typename: 'Place', id: 'x' })), 'representations'],
  ])('a list %s is refused by name', async (_what, representations, inputPath) => {
    const { data, errors } = await ask(ENTITIES, { representations })
    expect(data?._entities ?? null).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', inputPath } }])
  })
})

describe('_service', () => {
  test('is free, and its SDL has the keys and nothing that only gateways ask', async () => {
    const { extensions } = await ask('{ _service { sdl } }')
    expect(extensions.cost.charged).toBe(0)
    const sdl = await sdlOf()
    expect(sdl).toMatch(/^extend schema @link\(url: "https:\/\/specs\.apollo\.dev\/federation\/v2\.\d+"/)
    expect(sdl.match(/^type (\w+) .*@key\(fields: "id"\) \{$/gm)).toHaveLength(2)
    expect(sdl).not.toMatch(/_entities|_service|_Any|_Entity|_Service|directive @key/)
  })
})

const REVIEWS = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
type Query { reviews(first: Int): ReviewConnection! }
type ReviewConnection { nodes: [Review!]! pageInfo: PageInfo! }
type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type Review @key(fields: "id") { id: ID! stars: Int! place: Place! }
type Place @key(fields: "id") { id: ID! reviews: [Review!]! }
type Trail @key(fields: "id") { id: ID! reviews: [Review!]! }
`

/** A subgraph that has one review of every entity. */
async function startReviews(): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const { variables } = JSON.parse(await text(request)) as {
      variables: { representations: { __typename: string }[] }
    }
    const _entities = variables.representations.map(({ __typename }) => ({ __typename, reviews: [{ stars: 4 }] }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { _entities } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    close: () => void server.close(),
  }
}

describe.skipIf(!hasGraphqlTools)('gateways (need `npm ci --prefix test/graphql-tools`)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-federation-'))
  const pathOf = (name: string) => join(folder, `${name}.graphql`)
  let reviews: Awaited<ReturnType<typeof startReviews>>
  let open: FakeApp
  let supergraph: string
  beforeAll(async () => {
    open = await startFakeApp({ catalogue: fakeCatalogue(), metering: false })
    reviews = await startReviews()
    writeFileSync(pathOf('waypost'), await sdlOf())
    writeFileSync(pathOf('reviews'), REVIEWS)
    const services = ['waypost', pathOf('waypost'), `${open.api}/graphql`, 'reviews', pathOf('reviews'), reviews.url]
    const { stdout, stderr } = await runGraphqlTool('compose.mjs', services)
    expect(stderr).toBe('')
    const composed = JSON.parse(stdout) as { errors: string[]; supergraph: string }
    expect(composed.errors).toEqual([])
    supergraph = composed.supergraph
    writeFileSync(pathOf('supergraph'), supergraph)
  })
  afterAll(async () => {
    await open.close()
    reviews.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the SDL composes beside a graph that adds reviews to places and trails', () => {
    const [place] = /^type Place [\s\S]*?^\}/m.exec(supergraph)!
    expect(place).toContain('@join__type(graph: WAYPOST, key: "id")')
    expect(place).toContain('reviews: [Review!]! @join__field(graph: REVIEWS)')
    expect(place).toMatch(/elevationM: Float @join__field\(graph: WAYPOST\)/)
  })

  test('Hive Gateway joins both, and keeps what is there beside a place that is not, with status 200', async () => {
    const id = toGlobalId('Place', 9)
    const { stdout, stderr } = await runGraphqlTool('gateway.mjs', [
      pathOf('supergraph'),
      `{ place(by: {id: "${id}"}) { name reviews { stars } } }`,
      `{ there: place(by: {id: "${id}"}) { id } missing: place(by: {id: "${toGlobalId('Place', 404)}"}) { id } }`,
    ])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject([
      { status: 200, body: { data: { place: { name: expect.any(String), reviews: [{ stars: 4 }] } } } },
      {
        status: 200,
        body: {
          data: { there: { id }, missing: null },
          errors: [{ path: ['missing'], extensions: { code: 'NOT_FOUND', status: 404 } }],
        },
      },
    ])
  })
})
