// What `npm start` does: reads the configuration, opens the releases of the data folder (making the demo region only
// where it is empty, in a child process by the ordinary import), starts the threads, listens on both hosts and prints
// where. Stops on SIGTERM, SIGINT and SIGHUP: finishes what was accepted, within 10 seconds.

import type { RefusalSentence } from '../errors.ts'
import { say } from '../language/sentence.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/read-config.ts'
import { type Config, describeConfig } from '../config/variables.ts'
import { readBrand, readLogo } from '../site/explorer-brand.ts'
import type { GraphqlHandlerOptions } from '../../schema/http/graphql-handler.ts'
import { TrustedDocuments, readOwnDocuments, readTrustedDocuments } from '../../schema/http/trusted-documents.ts'
import { type App, createApp } from '../app.ts'
import { type Logger, createLog } from '../log.ts'
import { openPackStore } from '../map/packs/pack-store.ts'
import {
  addProcessMetrics,
  addArtifactMetrics,
  addAccountMetrics,
  addServiceMetrics,
} from '../observe/service-metrics.ts'
import { RequestsInFlight } from '../observe/requests-in-flight.ts'
import { type Tracing, openTracing } from '../observe/tracing.ts'
import { type ListenLimits, type Listener, listen } from '../server/http-server.ts'
import { createOpsHandler, isLoopbackHost, readReadiness } from '../server/ops-handler.ts'
import { loadWebBundle } from '../site/bundles.ts'
import type { Services } from '../services.ts'
import { type Parts, closeParts, listLost, openParts, openReleases, toServices } from './open-parts.ts'
import { STOP_SIGNALS } from './run-child.ts'
import { warmThreads } from './warm-threads.ts'
import { startWatchdog } from '../workers/watchdog.ts'
import { ConfigError, StartError } from '../config/start-error.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PLANS } from '../metering/plans.ts'
import { peerAddress, readTrustedProxies } from '../metering/caller.ts'
import { ConnectionLimits, connectionsWithin, openFileLimit } from '../server/connection-limits.ts'
import type { HostName } from '../server/request-context.ts'

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
  // bundled while the rest starts; a failure shows when the page is requested
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
  let findUnready: () => RefusalSentence | null = () => say('error.network_unavailable.starting')
  const ops = await listenForOps(
    config,
    createOpsHandler({
      findReadiness: () =>
        readReadiness(parts.releases, findUnready, () => listLost(parts), parts.regions.findNetworkRevision),
      registry,
      metricsToken: config.metricsToken,
      isLoopback: isLoopbackHost(config.opsHost),
    }),
  )
  const [api, site] = await listenOnHosts(
    config,
    { connections, onBroken: (code) => app?.lifecycle.broken(code) },
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
  findUnready = () => (isStopping() ? say('error.network_unavailable.stopping') : findUnreadyPart(parts))
  await parts.regions.ready
  const requestsInFlight = new RequestsInFlight()
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
    requestsInFlight,
    findUnready,
    listLost: () => listLost(parts),
    ...{ glyphs: parts.glyphs, findJointStyles: parts.releases.findJointStyles, readStored: parts.readStored },
    packs: openPackStore(config.dataDir),
    graphql: graphqlOptions(config),
  })
  addMetrics(parts, services, api, site)
  watchdog = watchMainThread(requestsInFlight, config, log)
  process.stdout.write(greeting(services, addressOf(config.opsHost, ops.port), config.metering))
  if (config.warmUp) void warmThreads(services, config.mapWorkers)
}

function watchMainThread(requestsInFlight: RequestsInFlight, { watchdogExitS: exitS }: Config, log: Logger) {
  return startWatchdog({ requestsInFlight, exitS, onFault: (event, details) => log.error(details, event) })
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

function findUnreadyPart({ regions, routes }: Parts): RefusalSentence | null {
  if (!regions.isAdopted()) return say('error.network_unavailable.loading')
  return routes.state.ready === 0 ? say('error.network_unavailable.no_thread') : null
}

function addMetrics(parts: Parts, { allowance }: Services, api: Listener, site: Listener): void {
  const { registry, routes, files, pictures, releases, clock, accounts } = parts
  const taken = { api: 0, site: 0 }
  const count = async (): Promise<void> => {
    const [ofApi, ofSite] = await Promise.all([api.connections(), site.connections()])
    Object.assign(taken, { api: ofApi, site: ofSite })
  }
  setInterval(() => void count(), COUNT_EVERY_MS).unref()
  addServiceMetrics(registry, {
    routing: () => routes.state,
    course: () => files.state,
    maps: () => pictures.state,
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

function graphqlOptions(config: Config): GraphqlHandlerOptions {
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

export const HELP = `Waypost: outdoor maps, routing and terrain, served from your own machine.

  npm start                                        serve the releases of the data folder; make a demo region if it is empty
  npm start -- --verbose                           the same, with the steps of making it and a request to try
  npm run import -- FILE.osm.pbf --dem PATH... --name NAME   publish a real region
  npm run keys -- create --project NAME            make a key (every command has --help)

Configuration, read from the environment:
${describeConfig()}
`

/** The ready line, then addresses; with `--verbose` a curl line that works when pasted. */
function greeting({ publicApiUrl, publicSiteUrl, releases }: Services, opsUrl: string, isMetered: boolean): string {
  const live = releases.findLive()
  const { credits, period } = PLANS.none
  const lines = [
    `ready ${publicApiUrl} (api) ${publicSiteUrl} (site)`,
    `  explorer  ${publicSiteUrl}/`,
    `  GraphiQL  ${publicApiUrl}/graphql`,
    `  REST      ${publicApiUrl}/rest`,
    `  probes    ${opsUrl}/readyz, /healthz, /metrics`,
  ]
  if (isMetered) lines.push(`  credits   ${credits} a ${period} for an address without a key; METERING=off counts none`)
  if (live === null) lines.push('  Nothing is published: run npm run import, see npm start -- --help')
  else if (live.example !== undefined && process.argv.includes('--verbose')) {
    lines.push(
      `  curl -s ${publicApiUrl}/v1/route -H 'content-type: application/json' -d '${JSON.stringify({ waypoints: live.example.waypoints })}'`,
    )
  }
  return `${lines.join('\n')}\n`
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Why the server did not start, in words where it is known how to help. */
function explainFailure(error: Error & { code?: string; port?: number; address?: string }): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} of ${error.address} is taken. Choose another with API_PORT, SITE_PORT or OPS_PORT.`
  if (error.code === 'EACCES')
    return `Port ${error.port} of ${error.address} may not be opened. Choose another with API_PORT, SITE_PORT or OPS_PORT.`
  return error.stack ?? error.message
}

const OPS_PORT = 4002
const OPS_LIMITS = { headersMs: 5000, requestMs: 5000, idleMs: 10_000, keepAliveMs: 10_000, maxConnections: 64 }

/** Warns where the process may not open as many files as connections are allowed. */
function limitConnections(config: Config, log: Logger): ConnectionLimits {
  const proxies = readTrustedProxies(config.trustedProxies)
  const within = connectionsWithin(openFileLimit())
  const connections = new ConnectionLimits({
    ...config,
    maxConnections: within,
    addressOf: (address) => peerAddress(address, proxies),
    onCrowding: () =>
      log.warn('an address meets its limits of connections or heads; if it is a proxy, name it in TRUSTED_PROXIES'),
  })
  if (within < config.maxConnections)
    log.warn(
      { openFiles: openFileLimit(), connections: within },
      'the limit of open files (ulimit -n) allows fewer connections than MAX_CONNECTIONS',
    )
  return connections
}

/**
 * The sockets of a server: the API and the site under the limits of connections, and probes and metrics beside them.
 * `api` and `site`, each on its port.
 */
function listenOnHosts(
  config: Config,
  limits: Pick<ListenLimits, 'connections' | 'onBroken'>,
  handle: (request: IncomingMessage, response: ServerResponse, host: HostName) => void,
): Promise<Listener[]> {
  const bounds: ListenLimits = {
    ...limits,
    maxConnections: config.maxConnections,
    // no socket may rest longer than an operation may take
    idleMs: Math.max(30_000, config.requestTimeoutMs + 10_000),
  }
  return Promise.all(
    (['api', 'site'] as const).map((host) =>
      listen(
        config.host,
        host === 'api' ? config.apiPort : config.sitePort,
        (request, response) => handle(request, response, host),
        bounds,
      ),
    ),
  )
}

/** Probes and metrics. Without OPS_PORT a second server on this machine takes a free port. */
async function listenForOps(
  { opsHost, opsPort }: Config,
  handle: ReturnType<typeof createOpsHandler>,
): Promise<Listener> {
  try {
    return await listen(opsHost, opsPort ?? OPS_PORT, handle, OPS_LIMITS)
  } catch (error) {
    if (opsPort !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(opsHost, 0, handle, OPS_LIMITS)
  }
}

const STOP_WITHIN_MS = 9000

export interface ProcessStop {
  isStopping(): boolean
}

/**
 * The end of the process: on a signal what was accepted is answered, then everything is closed. An exception that
 * nobody caught has left something half done, so the server ends the same way with status 1 and is to be started again;
 * a promise that nobody waited for has not, so it is logged and the server goes on. Listens to STOP_SIGNALS, and to
 * what nobody caught. `onStop` ends at once what would never end by itself.
 */
function stopWithProcess(
  listeners: readonly Listener[],
  close: () => Promise<void>,
  log: Logger,
  onStop: () => void = () => undefined,
): ProcessStop {
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    onStop()
    void Promise.all(listeners.map((listener) => listener.stop(STOP_WITHIN_MS)))
      .then(close)
      .catch((error: Error) => log.error({ stack: error.stack }, 'stopping failed'))
      .finally(() => process.exit(exitCode))
  }
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    stop(0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  process.on('uncaughtException', (error) => {
    log.fatal({ stack: error?.stack ?? String(error) }, 'uncaught exception: answering what was accepted, then ending')
    stop(1)
  })
  process.on('unhandledRejection', (reason) =>
    log.error(
      { stack: reason instanceof Error ? reason.stack : String(reason) },
      'a rejected promise that nobody waited for',
    ),
  )
  return { isStopping: () => stopping }
}
