// A program of graphql.bench.ts: our handler, or bare graphql-js with a cache of documents, without sockets: bodies in,
// texts out, over the same schema and stores of the tests. Told by message what to ask and how often; tells the
// processor time of it, in milliseconds. A process for each, since they have each a schema of their own.

import { type DocumentNode, executeRootSelectionSet, parse, validate, validateExecutionArgs } from 'graphql'
import { createLoaders } from '../../../resolvers/loaders.ts'
import type { Runner } from '../../../resolvers/pipeline/credit-session.ts'
import { english } from '../../../src/language/catalogue-files.ts'
import { identifyCaller } from '../../../src/metering/caller.ts'
import { createKey } from '../../../src/metering/api-key.ts'
import { CpuBucket } from '../../../src/overload/cpu-bucket.ts'
import { CpuMeter } from '../../../src/overload/cpu-meter.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'

const [which, metering] = process.argv.slice(2)
if (which === 'bare') await import('./bare-schema.ts')
const { schema } = await import('../../../schema/index.ts')
const { createGraphqlHandler } = await import('../../../schema/http/graphql-handler.ts')
const { startFakeApp } = await import('../../support/fake-services.ts')
const app = await startFakeApp({ catalogue: fakeCatalogue(), metering: metering === 'on' })
const { key, record } = createKey({ project: 'bench', plan: 'business' })
record.overrides = { ratePerS: Infinity, credits: 1e12 } as never
app.keys.add(record)
const credentials = { authorization: undefined, apiKeyHeader: key, queryKeys: [], origin: undefined, address: '::1' }
const caller = await identifyCaller(credentials, app.keys, Date.now())

function openHandler(): (body: string) => Promise<string> {
  const handler = createGraphqlHandler(app.app.pipeline, (thrown) => console.error(thrown))
  const bucket = new CpuBucket(Infinity)
  return async (body) => {
    const cpu = new CpuMeter(bucket)
    cpu.resume()
    const { signal } = new AbortController()
    const answer = await handler.handle({
      url: 'http://localhost/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { value: JSON.parse(body), texts: null, bytes: body.length },
      call: { caller, signal, requestId: 'bench', cpu, onOperation: () => undefined },
      renderer: english,
      identify: () => caller,
      holds: () => false,
    })
    cpu.close(() => '::1')
    return answer.body as string
  }
}

function openBare(): (body: string) => Promise<string> {
  const { services } = app
  const { signal } = new AbortController()
  const options = { signal }
  const session: Runner = {
    services,
    run: async (operation, input) =>
      operation.run(input, services, { ...options, requestId: '', requested: { forecastPoints: 0 }, caller }),
    runLinked: async (_operation, _credits, work) => work(),
  }
  const documents = new Map<string, DocumentNode>()
  return async (body) => {
    const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> }
    let document = documents.get(query)
    if (document === undefined) {
      document = parse(query)
      const [fault] = validate(schema, document)
      if (fault !== undefined) throw fault
      documents.set(query, document)
    }
    const contextValue = { session, loaders: createLoaders(services, options) }
    const checked = validateExecutionArgs({ schema, document, variableValues: variables, contextValue })
    return JSON.stringify('schema' in checked ? await executeRootSelectionSet(checked) : { errors: checked })
  }
}

const ask = which === 'door' ? openHandler() : openBare()
process.on('message', async ({ body, times }: { body: string; times: number }) => {
  const answer = await ask(body)
  if (answer.includes('"errors"')) throw new Error(answer)
  const before = process.threadCpuUsage()
  for (let i = 0; i < times; i++) await ask(body)
  const { user, system } = process.threadCpuUsage(before)
  process.send!((user + system) / 1000 / times)
})
process.send!('ready')
process.on('disconnect', () => process.exit())
