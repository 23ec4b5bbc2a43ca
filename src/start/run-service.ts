// What `npm start` does: reads the configuration, opens the releases of the data folder (making the demo region only
// where it is empty, in a child process by the ordinary import), starts the threads, listens on both hosts and prints
// where. Stops on SIGTERM and SIGINT: finishes what was accepted, within 10 seconds.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/read-config.ts'
import type { Config } from '../config/variables.ts'
import { readBrand, readLogo } from '../site/explorer-brand.ts'
import type { GraphqlHandlerOptions } from '../../schema/http/graphql-handler.ts'
import { readOwnDocuments, readTrustedDocuments, TrustedDocuments } from '../../schema/http/trusted-documents.ts'
import { type App, createApp } from '../app.ts'
import { type Logger, createLog } from '../log.ts'
import { openPackStore } from '../map/packs/pack-store.ts'
import { addAccountMetrics } from '../observe/account-metrics.ts'
import { addArtifactMetrics } from '../observe/artifact-metrics.ts'
import { addProcessMetrics } from '../observe/process-metrics.ts'
import { RequestsInFlight } from '../observe/requests-in-flight.ts'
import { addServiceMetrics } from '../observe/service-metrics.ts'
import { type Tracing, openTracing } from '../observe/tracing.ts'
import type { Listener } from '../server/http-server.ts'
import { createOpsHandler, isLoopbackHost } from '../server/ops-handler.ts'
import { readReadiness } from '../server/readiness.ts'
import { loadWebBundle } from '../site/web-bundle.ts'
import type { Services } from '../services.ts'
import { addressOf, explainFailure, greeting, HELP } from './greeting.ts'
import { limitConnections, listenForOps, listenOnHosts } from './listen-hosts.ts'
import { type Parts, closeParts, listLost, openParts, openReleases, toServices } from './open-parts.ts'
import { stopWithProcess } from './stop-process.ts'
import { warmThreads } from './warm-threads.ts'
import { startWatchdog } from '../workers/watchdog.ts'

/** How often the open connections are counted for the metrics. */
const COUNT_EVERY_MS = 1000

/** The whole start. Whatever fails ends the process with a sentence and status 1. */
export async function runService(): Promise<void> {
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${explainFailure(error as Error)}\n`)
    process.exit(1)
  }
}

async function start(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(HELP)
    return
  }
  const config = readConfig(process.env, {
    explorerLogo: readLogo,
    trustedDocuments: (path) => (path === '' ? null : readTrustedDocuments(path)),
  })
  const { log, flush } = createLog(config.logLevel)
  process.on('exit', flush)
  const version = readVersion()
  // made beside the rest of the start; a failure reaches whoever asks for the page
  void loadWebBundle().catch(() => undefined)
  const parts = await openParts(config, version, await openReleases(config, log), log)
  const tracing = await traceOrWarn(version, log)
  await serve(config, version, parts, tracing, log)
}

async function serve(
  config: Config,
  version: string,
  parts: Parts,
  tracing: Tracing | null,
  log: Logger,
): Promise<void> {
  const { registry } = parts
  const connections = limitConnections(config, log)
  // with port 0 the address is known only after listening
  let app: App | null = null
  let findUnready: () => string | null = () => 'The server is starting.'
  const ops = await listenForOps(
    config,
    createOpsHandler({
      findReadiness: () =>
        readReadiness(parts.releases, findUnready, () => listLost(parts), parts.regions.findNetworkMark),
      registry,
      metricsToken: config.metricsToken,
      isLoopback: isLoopbackHost(config.opsHost),
    }),
  )
  const [api, site] = await listenOnHosts(
    config,
    { connections, onBroken: (code) => app?.watch.broken(code) },
    (request, response, host) => {
      if (app === null) response.writeHead(503, ['Retry-After', '1']).end()
      else app.handle(request, response, host)
    },
  )
  const services = toServices(parts, config, {
    version,
    publicApiUrl: config.publicApiUrl.replace(/:0$/, `:${api.port}`),
    publicSiteUrl: config.publicSiteUrl.replace(/:0$/, `:${site.port}`),
  })
  let watchdog: ReturnType<typeof startWatchdog> | null = null
  const { isStopping } = stopWithProcess(
    [api, site],
    async () => {
      await closeParts(parts)
      await ops.stop(100)
      await watchdog?.close()
    },
    log,
    () => app?.stop(),
  )
  findUnready = () => (isStopping() ? 'The server is stopping.' : findUnreadyPart(parts))
  await parts.regions.ready
  const board = new RequestsInFlight()
  app = createApp({
    services,
    log,
    ...{ keys: parts.accounts.keys, counters: parts.accounts.counters, rates: parts.rates.requests },
    ...{ metering: config.metering, explorerPlan: config.explorerPlan, brand: readBrand(config) },
    cpuBudget: config.cpuBudget,
    trustedProxies: config.trustedProxies,
    requestTimeoutMs: config.requestTimeoutMs,
    changelogFile: new URL('../../CHANGELOG.md', import.meta.url),
    registry,
    tracing,
    overload: config,
    connections,
    board,
    threadsRefuse: (job) => parts.threads.refuses(job as Parameters<typeof parts.threads.refuses>[0]),
    findUnready,
    listLost: () => listLost(parts),
    ...{ glyphs: parts.glyphs, findJointStyles: parts.releases.findJointStyles, readStored: parts.readStored },
    packs: openPackStore(config.dataDir),
    graphql: doorOptions(config),
  })
  addMetrics(parts, services, api, site)
  watchdog = watchMainThread(board, config, log)
  process.stdout.write(greeting(services, addressOf(config.opsHost, ops.port)))
  if (config.warmUp) void warmThreads(services, config.mapWorkers)
}

function watchMainThread(board: RequestsInFlight, { watchdogExitS: exitS }: Config, log: Logger) {
  return startWatchdog({ board, exitS, onFault: (event, details) => log.error(details, event) })
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function traceOrWarn(version: string, log: Logger): Promise<Tracing | null> {
  const tracing = await openTracing(version)
  if (tracing === null && process.env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
    log.warn(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set and no OpenTelemetry SDK is loaded: no traces are sent (docs/operate.md)',
    )
  return tracing
}

function findUnreadyPart({ regions, threads }: Parts): string | null {
  if (!regions.isAdopted()) return 'The release is still being loaded.'
  return threads.state().ready === 0 ? 'No routing thread is up.' : null
}

function addMetrics(parts: Parts, { allowance }: Services, api: Listener, site: Listener): void {
  const { registry, threads, course, maps, releases, clock, accounts } = parts
  const taken = { api: 0, site: 0 }
  const count = async (): Promise<void> => {
    const [ofApi, ofSite] = await Promise.all([api.connections(), site.connections()])
    Object.assign(taken, { api: ofApi, site: ofSite })
  }
  setInterval(() => void count(), COUNT_EVERY_MS).unref()
  addServiceMetrics(registry, {
    routing: threads.state,
    course: course.state,
    maps: maps.state,
    releases,
    connections: () => taken,
    nowMs: clock.nowMs,
  })
  addAccountMetrics(registry, allowance.totals, accounts.figures)
  addProcessMetrics(registry)
  if (parts.artifacts !== null) addArtifactMetrics(registry, parts.artifacts)
  registry.read(
    'waypost_lost',
    'Parts of the service that do not answer; /readyz names them.',
    () => listLost(parts).length,
  )
}

function doorOptions(config: Config): GraphqlHandlerOptions {
  const { introspection, maxSubscriptions } = config
  return { introspection, trusted: openTrusted(config), subscriptions: { maxOpen: maxSubscriptions } }
}

/** Throws Error where the file, or a document in it, cannot be used. */
function openTrusted({ trustedDocuments, trustedDocumentsMode: mode }: Config): TrustedDocuments {
  if (mode === 'off' || trustedDocuments === '') return new TrustedDocuments('off')
  return new TrustedDocuments(
    mode,
    readTrustedDocuments(trustedDocuments),
    readOwnDocuments(fileURLToPath(new URL('../web/documents', import.meta.url))),
  )
}
