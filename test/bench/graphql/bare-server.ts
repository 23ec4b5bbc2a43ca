// The peer of graphql.bench.ts: graphql-js over our own schema and stores behind node:http, with a cache of documents
// and nothing else: no callers, no limits, no prices, no log. Prints its address.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DocumentNode, executeRootSelectionSet, parse, validate, validateExecutionArgs } from 'graphql'
import { catalogueFilesOf, followCatalogue } from '../../../db/open-catalogue.ts'
import { createLoaders } from '../../../resolvers/loaders.ts'
import type { Runner } from '../../../resolvers/pipeline/credit-session.ts'
import { openReleaseStore } from '../../../src/releases/release-store.ts'
import type { Services } from '../../../src/services.ts'
import { openTerrainService } from '../../../src/terrain/terrain-service.ts'
import { schema } from './bare-schema.ts'

const report = (sentence: string): void => console.error(sentence)
const releases = openReleaseStore(process.env.DATA_DIR!, { keep: 1, onProblem: report })
const { places, trails, pois } = followCatalogue(catalogueFilesOf(releases), report)
const clock = { nowMs: () => Date.now() }
const services = { places, trails, pois, terrain: openTerrainService(releases), releases, clock } as unknown as Services
const { signal } = new AbortController()
const options = { signal }
const session: Runner = {
  services,
  run: async (operation, input) =>
    operation.run(input, services, {
      ...options,
      requestId: '',
      caller: null as never,
      requested: { forecastPoints: 0 },
    }),
  runLinked: async (_operation, _credits, work) => work(),
}

const documents = new Map<string, DocumentNode>()

function documentOf(text: string): DocumentNode {
  let document = documents.get(text)
  if (document === undefined) {
    document = parse(text)
    const [fault] = validate(schema, document)
    if (fault !== undefined) throw fault
    documents.set(text, document)
  }
  return document
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', async () => {
    const { query, variables } = JSON.parse(Buffer.concat(parts).toString()) as {
      query: string
      variables?: Record<string, unknown>
    }
    const checked = validateExecutionArgs({
      schema,
      document: documentOf(query),
      variableValues: variables,
      contextValue: { session, loaders: createLoaders(services, options) },
    })
    const body = JSON.stringify('schema' in checked ? await executeRootSelectionSet(checked) : { errors: checked })
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`))
