// Combines the pipeline and both transports with a set of services into one request handler for both listeners. main.ts
// passes the real services, tests pass fakes. Opens no port and reads no environment.

import type { RefusalSentence } from './errors.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { artifactFileRow } from './site/file-range.ts'
import { embedRows } from './site/embed-files.ts'
import { PLAIN_BRAND, type ExplorerBrand } from './site/explorer-brand.ts'
import { explorerRows } from './site/explorer-page.ts'
import { languageRows } from './site/language-files.ts'
import { licenceRows } from './site/licences-page.ts'
import { packRows } from './site/pack-files.ts'
import { operationRows } from '../rest-compat/serve-operation.ts'
import { sitePageRows } from '../rest-compat/site-pages.ts'
import { type GlyphSource, styleFileRows } from './site/style-files.ts'
import type { StyleArchive } from './map/style/style-archive.ts'
import { OperationPipeline } from '../resolvers/pipeline/pipeline.ts'
import { graphiqlPages } from '../schema/http/graphiql/graphiql-page.ts'
import { type GraphqlHandlerOptions, createGraphqlHandler } from '../schema/http/graphql-handler.ts'
import { readSchemaFile, strictSchema } from '../schema/served-schema.ts'
import { addSubscriptionMetrics } from '../schema/http/subscriptions/subscription-metrics.ts'
import type { KeyStore } from './metering/api-key.ts'
import { explorerPool, readTrustedProxies, type TrustedProxies } from './metering/caller.ts'
import type { PlanName } from './metering/plans.ts'
import { EventLoopScheduler } from './overload/event-loop-scheduler.ts'
import { ByteBudget, type ConnectionLimits } from './server/connection-limits.ts'
import { CpuBucket } from './overload/cpu-bucket.ts'
import { MetricRegistry } from './observe/metric-registry.ts'
import type { RequestsInFlight } from './observe/requests-in-flight.ts'
import { RequestMetrics, RequestLifecycle } from './server/request-lifecycle.ts'
import type { Tracing } from './observe/tracing.ts'
import { Concurrency } from './metering/concurrency.ts'
import type { CounterStore } from './metering/counter-store.ts'
import { RateLimiter } from './metering/rate-limiter.ts'
import type { Logger } from './log.ts'
import type { PackStore } from './map/packs/pack-store.ts'
import { Admission, addAdmissionMetrics } from './server/admission.ts'
import { createRequestHandler, type HttpRoute } from './server/handle-request.ts'
import { type HostName, addressOf } from './server/request-context.ts'
import { schemaRow } from './server/schema-file.ts'
import { graphqlRows } from './server/serve-graphql.ts'
import { loadEmbedBundle, loadWebBundle } from './site/bundles.ts'
import type { ReadStored } from './releases/release-info.ts'
import type { Services } from './services.ts'
import { readNothing } from './releases/byte-source.ts'

export interface AppParts {
  services: Services
  keys: KeyStore
  counters: CounterStore
  log: Logger
  metering: boolean
  /** requests a second; kept by this server alone if left out */
  rates?: RateLimiter
  /** the plan that visitors of the explorer share; absent: they count like any other address */
  explorerPlan?: PlanName | null
  /** title, logo and first view of the explorer; Waypost's if left out */
  brand?: ExplorerBrand
  trustedProxies: readonly string[]
  requestTimeoutMs: number
  changelogFile: URL
  /** why requests cannot be answered now, null if they can */
  findUnready: () => RefusalSentence | null
  /** parts that are down while the rest works, a sentence each; none if left out */
  listLost?: () => string[]
  glyphs: GlyphSource
  /** reads map files that are in a store; there are none if left out */
  readStored?: ReadStored
  /** packs for apps; none if left out */
  packs?: PackStore
  /** styles over several regions by their version; none if left out */
  findJointStyles?: (version: string) => StyleArchive | null
  /** limits under load; no time limits if left out */
  overload?: Partial<OverloadSettings>
  /** where requests in progress are recorded for the watchdog */
  requestsInFlight?: RequestsInFlight
  /** those of the listeners, for metrics */
  connections?: ConnectionLimits
  /** the content of `/metrics`; a new one if left out */
  registry?: MetricRegistry
  tracing?: Tracing | null
  /** seconds of processor time in ten that an address may use; no limit if absent or without metering */
  cpuBudget?: number
  /** options of the GraphQL handler: introspection and trusted documents */
  graphql?: GraphqlHandlerOptions
  /** additional pages and files */
  pages?: readonly HttpRoute[]
}

export interface OverloadSettings {
  targetWaitMs: number
  maxInFlight: number
  maxBodyBytes: number
  maxBodiesPerAddress: number
  maxBodyBytesPerAddress: number
  maxUnreadBytes: number
}

export interface App {
  handle(request: IncomingMessage, response: ServerResponse, listenerHost: HostName): void
  pipeline: OperationPipeline
  lifecycle: RequestLifecycle
  /** The server stops: ends what would stay open. */
  stop(): void
}

export function createApp(parts: AppParts): App {
  const { services, log } = parts
  const pipeline = new OperationPipeline({
    services,
    keys: parts.keys,
    rates: parts.rates ?? new RateLimiter(),
    concurrency: new Concurrency(parts.counters),
    metering: parts.metering,
    requestTimeoutMs: parts.requestTimeoutMs,
    explorer: explorerOf(parts),
  })
  const registry = parts.registry ?? new MetricRegistry()
  const proxies = readTrustedProxies(parts.trustedProxies)
  const lifecycle = createLifecycle(parts, registry, proxies)
  const graphql = createGraphqlHandler(
    pipeline,
    (thrown) => log.error({ stack: thrown instanceof Error ? thrown.stack : String(thrown) }, 'graphql field failed'),
    parts.graphql,
  )
  addSubscriptionMetrics(registry, graphql.subscriptions)
  const tellsSchema = parts.graphql?.introspection !== false && parts.graphql?.trusted?.mode !== 'only'
  const rows: HttpRoute[] = [
    ...operationRows({ pipeline, lifecycle, proxies }),
    ...sitePageRows({
      services,
      changelogFile: parts.changelogFile,
      findUnready: parts.findUnready,
      listLost: parts.listLost,
    }),
    ...explorerRows({
      services,
      brand: parts.brand ?? PLAIN_BRAND,
      loadBundle: loadWebBundle,
      onFault: (error) => log.error({ stack: error.stack }, 'the explorer page could not be built'),
    }),
    ...licenceRows({
      releases: services.releases,
      onFault: (error) => log.error({ stack: error.stack }, 'the licences could not be read'),
    }),
    ...embedRows({
      services,
      loadBundle: loadEmbedBundle,
      onFault: (error) => log.error({ stack: error.stack }, '<waypost-map> could not be built'),
    }),
    ...fileRows(parts),
    ...graphqlRows({
      graphql,
      pipeline,
      lifecycle,
      proxies,
      publicApiUrl: services.publicApiUrl,
      page: tellsSchema ? graphiqlPages(services) : null,
    }),
    ...(tellsSchema ? [schemaRow((strict) => (strict ? strictSchema(readSchemaFile()) : readSchemaFile()))] : []),
    ...(parts.pages ?? []),
  ]
  return {
    handle: createRequestHandler({
      log,
      lifecycle,
      publicApiUrl: services.publicApiUrl,
      publicSiteUrl: services.publicSiteUrl,
      rows,
    }),
    pipeline,
    lifecycle,
    stop: () => graphql.subscriptions.stop(),
  }
}

function fileRows({ services, glyphs, packs, findJointStyles, readStored }: AppParts): HttpRoute[] {
  const { releases, publicApiUrl } = services
  return [
    artifactFileRow(releases, readStored ?? readNothing),
    ...languageRows(),
    ...packRows(packs ?? null, services),
    ...styleFileRows(releases, glyphs, publicApiUrl, findJointStyles),
  ]
}

function explorerOf({ explorerPlan = null, services }: AppParts): OperationPipeline['parts']['explorer'] {
  const pool = explorerPool(explorerPlan)
  return pool === null ? null : { origin: new URL(services.publicSiteUrl).origin, pool }
}

function createLifecycle(
  { overload = {}, connections, requestsInFlight, tracing = null, log, metering, cpuBudget = Infinity }: AppParts,
  registry: MetricRegistry,
  proxies: TrustedProxies,
): RequestLifecycle {
  const admission = new Admission({
    scheduler: new EventLoopScheduler(overload.targetWaitMs ?? Infinity),
    callerOf: (context) => addressOf(context, proxies),
    bodies: new ByteBudget(overload.maxBodyBytes ?? Infinity),
    maxInFlight: overload.maxInFlight ?? Infinity,
    maxUnreadBytes: overload.maxUnreadBytes ?? Infinity,
    maxBodiesPerAddress: overload.maxBodiesPerAddress ?? Infinity,
    maxBodyBytesPerAddress: overload.maxBodyBytesPerAddress ?? Infinity,
    requestsInFlight,
  })
  const cpu = metering && cpuBudget !== Infinity ? new CpuBucket(cpuBudget) : null
  addAdmissionMetrics(registry, admission, connections, cpu)
  return new RequestLifecycle({
    admission,
    metrics: new RequestMetrics(registry),
    cpu,
    addressOf: (context) => addressOf(context, proxies),
    tracing,
    log,
  })
}
