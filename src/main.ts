// `npm start`: reads the configuration, opens the releases of the data folder (making the demo region only where it
// is empty, in a child process by the ordinary import), starts the threads, listens on both hosts and prints where.
// Stops on SIGTERM and SIGINT: finishes what was accepted, within 10 seconds.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError, describeConfig, readConfig, StartError } from './config.ts'
import type { Config } from './config.ts'
import { readOwnDocuments, readTrustedDocuments, TrustedDocuments } from '../schema/door/trusted-documents.ts'
import { catalogueFilesOf, followCatalogue } from '../db/open-catalogue.ts'
import { createApp } from './create-app.ts'
import type { App } from './create-app.ts'
import { Allowance } from './gateway/allowance.ts'
import { peerAddress, readTrustedProxies } from './gateway/client-address.ts'
import { PointAllowance } from './gateway/point-allowance.ts'
import { createLog } from './log.ts'
import { followAccounts } from './follow-accounts.ts'
import type { Logger } from './log.ts'
import { openReleaseStore } from './maps/release-store.ts'
import type { ReleaseStore } from './maps/release-store.ts'
import { MetricRegistry } from './observe/metric-registry.ts'
import { addProcessMetrics } from './observe/process-metrics.ts'
import { addAccountMetrics } from './observe/account-metrics.ts'
import { addServiceMetrics, watchWeather } from './observe/service-metrics.ts'
import { RequestBoard } from './observe/request-board.ts'
import { openTracing } from './observe/tracing.ts'
import { ConnectionLimits } from './server/connection-limits.ts'
import { connectionsWithin, openFileLimit } from './server/open-files.ts'
import { listen } from './server/http-server.ts'
import { createOpsHandler, isLoopbackHost } from './server/ops-handler.ts'
import { readReadiness } from './server/readiness.ts'
import type { Listener } from './server/http-server.ts'
import { loadWebBundle } from './server/web-bundle.ts'
import type { ReleaseInfo } from './release-info.ts'
import type { Services } from './services.ts'
import { openSnowStore } from './weather/snow/snow-store.ts'
import { openTerrainService } from './terrain/terrain-service.ts'
import { openWeather } from './weather/open-weather.ts'
import { toSnowForecastSource } from './weather/snow/snow-forecast-source.ts'
import { createCoursePool } from './workers/course-pool.ts'
import { createGlyphPool } from './workers/glyph-pool.ts'
import { createMapPool } from './workers/map-pool.ts'
import { startWatchdog } from './workers/watchdog.ts'
import { createRoutingPool } from './workers/routing-pool.ts'
import type { RoutingPool } from './workers/routing-pool.ts'

const STOP_WITHIN_MS = 9000
const OPS_PORT = 4002
const OPS_LIMITS = { headersMs: 5000, requestMs: 5000, idleMs: 10_000, keepAliveMs: 10_000, maxConnections: 64 }

const HELP = `Waypost: outdoor maps, routing and terrain, served from your own machine.

  npm start                                        serve what the data folder holds; make a demo region if it is empty
  npm run import -- FILE.osm.pbf --dem PATH... --name NAME   publish a real region
  npm run keys -- create --project NAME            make a key (every command has --help)

Configuration, read from the environment:
${describeConfig()}
`

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(HELP)
    return
  }
  const config = readConfig(process.env)
  const { log, flush } = createLog(config.logLevel)
  process.on('exit', flush)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }

  const releases = openReleaseStore(config.dataDir, {
    keep: config.keepReleases,
    onProblem: (sentence) => log.warn(sentence),
  })
  // made beside the rest of the start; a failure is told to whoever asks for the page
  void loadWebBundle().catch(() => undefined)
  if (releases.isEmpty()) {
    await importDemo(config.dataDir)
    releases.refresh()
  }
  const routing = createRoutingPool({
    version,
    workers: config.workers,
    maxQueued: config.maxQueued,
    metricCacheBytes: config.metricCacheBytes,
    maxSettled: config.searchBudget,
    targetWaitMs: config.targetWaitMs,
    onFault: (event, details) => log.error(details, event),
  })
  const course = createCoursePool({
    workers: 1,
    maxQueued: config.maxQueued,
    targetWaitMs: config.targetWaitMs,
    onFault: (event, details) => log.error(details, event),
  })
  const glyphs = createGlyphPool({ onFault: (event, details) => log.error(details, event) })
  const maps = createMapPool({
    workers: config.mapWorkers,
    maxQueued: config.maxQueued,
    targetWaitMs: config.targetWaitMs,
    tileCacheBytes: config.mapCacheBytes,
    onFault: (event, details) => log.error(details, event),
  })
  const terrain = openTerrainService(releases)
  const snow = openSnowStore(config.dataDir, (sentence) => log.warn(sentence))
  const network = followNetwork(releases, routing, log)
  const database =
    config.databaseUrl === '' ? null : (await import('../db/follow-database.ts')).followDatabase(config.databaseUrl)
  const catalogue = followCatalogue(database ?? catalogueFilesOf(releases), (sentence) => log.error(sentence))
  const clock = { nowMs: () => Date.now() }
  const accounts = await followAccounts(config, clock, log)
  const listLost = (): string[] => [database?.findLost() ?? null, ...accounts.listLost()].filter((one) => one !== null)
  await database?.findLive().catch(() => {}) // its fault is among what is lost
  for (const sentence of listLost()) log.warn(sentence)
  const registry = new MetricRegistry()
  const weather = watchWeather(registry, openWeather(config, releases, clock.nowMs), clock.nowMs)
  const tracing = await openTracing(version)
  if (tracing === null && process.env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
    log.warn(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set and no OpenTelemetry SDK is loaded: no traces are sent (docs/operate.md)',
    )
  const proxies = readTrustedProxies(config.trustedProxies)
  const connections = new ConnectionLimits({
    ...config,
    maxConnections: connectionsWithin(openFileLimit()),
    addressOf: (address) => peerAddress(address, proxies),
    onCrowding: () =>
      log.warn('an address meets its limits of connections or heads; if it is a proxy, name it in TRUSTED_PROXIES'),
  })
  if (connectionsWithin(openFileLimit()) < config.maxConnections)
    log.warn(
      { openFiles: openFileLimit(), connections: connectionsWithin(openFileLimit()) },
      'the limit of open files (ulimit -n) allows fewer connections than MAX_CONNECTIONS',
    )
  // no socket may rest longer than an operation may take
  const limits = {
    maxConnections: config.maxConnections,
    connections,
    idleMs: Math.max(30_000, config.requestTimeoutMs + 10_000),
    onBroken: (code: string) => app?.watch.broken(code),
  }

  // with port 0 the address is known only after listening
  let app: App | null = null
  let findUnready: () => string | null = () => 'The server is starting.'
  const ops = await listenForOps(
    config,
    createOpsHandler({
      findReadiness: () => readReadiness(releases, findUnready, listLost),
      registry,
      metricsToken: config.metricsToken,
      isLoopback: isLoopbackHost(config.opsHost),
    }),
  )
  const [api, site] = await Promise.all(
    (['api', 'site'] as const).map((host) =>
      listen(
        config.host,
        host === 'api' ? config.apiPort : config.sitePort,
        (request, response) => {
          if (app === null) response.writeHead(503, ['Retry-After', '1']).end()
          else app.handle(request, response, host)
        },
        limits,
      ),
    ),
  )
  const publicApiUrl = config.publicApiUrl.replace(/:0$/, `:${api.port}`)
  const publicSiteUrl = config.publicSiteUrl.replace(/:0$/, `:${site.port}`)
  const services: Services = {
    places: catalogue.places,
    trails: catalogue.trails,
    pois: catalogue.pois,
    findCatalogueMark: catalogue.findCatalogueMark,
    routing,
    course,
    maps,
    releases,
    clock,
    version,
    publicApiUrl,
    publicSiteUrl,
    terrain,
    snow,
    weather,
    snowForecast: toSnowForecastSource(weather),
    forecastPoints: config.metering ? new PointAllowance() : { take: () => 0 },
    allowance: new Allowance(accounts.counters, config.metering),
    statusMaxAgeDays: config.statusMaxAgeDays,
  }
  const board = new RequestBoard()
  let watchdog: ReturnType<typeof startWatchdog> | null = null
  const stop = createStop(
    () => [api, site],
    async () => {
      await routing.close()
      await course.close()
      await maps.close()
      await glyphs.close()
      await terrain.close()
      await catalogue.close()
      await database?.close()
      await snow.close()
      await accounts.close()
      releases.close()
      await ops.stop(100)
      await watchdog?.close()
    },
    log,
  )
  stop.onFaults()
  findUnready = () =>
    stop.isStopping()
      ? 'The server is stopping.'
      : !network.isAdopted()
        ? 'The release is still being loaded.'
        : routing.state().ready === 0
          ? 'No routing thread is up.'
          : null
  await network.ready
  app = createApp({
    services,
    log,
    keys: accounts.keys,
    counters: accounts.counters,
    metering: config.metering,
    cpuBudget: config.cpuBudget,
    trustedProxies: config.trustedProxies,
    requestTimeoutMs: config.requestTimeoutMs,
    changelogFile: new URL('../CHANGELOG.md', import.meta.url),
    registry,
    tracing,
    overload: config,
    connections,
    board,
    threadsRefuse: (job) => routing.refuses(job as Parameters<typeof routing.refuses>[0]),
    findUnready,
    listLost,
    glyphs,
    graphql: { introspection: config.introspection, trusted: openTrusted(config) },
  })
  const taken = { api: 0, site: 0 }
  setInterval(
    () =>
      void Promise.all([api.connections(), site.connections()]).then(([ofApi, ofSite]) =>
        Object.assign(taken, { api: ofApi, site: ofSite }),
      ),
    1000,
  ).unref()
  addServiceMetrics(registry, {
    routing: routing.state,
    course: course.state,
    maps: maps.state,
    releases,
    connections: () => taken,
    nowMs: clock.nowMs,
  })
  addAccountMetrics(registry, services.allowance.totals, accounts.figures)
  addProcessMetrics(registry)
  registry.read('waypost_lost', 'Parts of the service that do not answer; /readyz names them.', () => listLost().length)
  watchdog = startWatchdog({
    board,
    exitS: config.watchdogExitS,
    onFault: (event, details) => log.error(details, event),
  })
  process.stdout.write(greeting(services, addressOf(config.opsHost, ops.port)))
}

/** Throws Error where the file, or a document in it, cannot be used. */
function openTrusted({ trustedDocuments, trustedDocumentsMode: mode }: Config): TrustedDocuments {
  if (mode === 'off' || trustedDocuments === '') return new TrustedDocuments('off')
  return new TrustedDocuments(
    mode,
    readTrustedDocuments(trustedDocuments),
    readOwnDocuments(fileURLToPath(new URL('./web/documents', import.meta.url))),
  )
}

/** Hands each new live release to the threads. `ready` settles when the first was taken up or has failed. */
function followNetwork(
  releases: ReleaseStore,
  routing: RoutingPool,
  log: Logger,
): { ready: Promise<void>; isAdopted: () => boolean } {
  let adopted = false
  let last: Promise<void> = Promise.resolve()
  const adopt = (live: ReleaseInfo | null): Promise<void> => {
    last = last
      .then(async () => {
        const network = live?.artifacts.find((artifact) => artifact.name === 'network')
        const networkPath = network === undefined ? null : releases.findArtifactFile('network', network.version)
        if (live === null || network === undefined || networkPath === null) return
        await routing.adoptRelease({
          networkPath,
          networkRelease: network.version,
          terrainRelease: live.artifacts.find((artifact) => artifact.name === 'terrain')?.version ?? null,
        })
        adopted = true
        const { budgetBytes, bytesEach } = routing.state().metrics
        const settings = bytesEach === 0 ? 0 : Math.floor(budgetBytes / bytesEach)
        log.info(
          { release: live.id, settings, settingBytes: bytesEach, settingsBytes: budgetBytes },
          'release taken up',
        )
        if (bytesEach > 0 && settings < 2)
          log.warn(
            `METRIC_CACHE_BYTES has room for ${settings} routing settings of ${bytesEach} bytes: routes are searched without the hierarchy. Give at least ${4 * bytesEach}, or leave it empty.`,
          )
      })
      .catch((error: Error) =>
        log.error(
          { release: live?.id, stack: error.stack },
          'the network of a release cannot be read; the last one still serves',
        ),
      )
    return last
  }
  releases.onChange((live) => void adopt(live))
  return { ready: adopt(releases.findLive()), isAdopted: () => adopted }
}

/** Makes and imports the demo region in a process of its own, so that its memory is given back. */
async function importDemo(dataDir: string): Promise<void> {
  const script = fileURLToPath(new URL('./import/import-demo.ts', import.meta.url))
  const child = spawn(process.execPath, [script, '--data', dataDir], { stdio: ['ignore', 2, 2] })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  if (exitCode !== 0)
    throw new Error(`The demo region could not be made (exit status ${exitCode ?? 'none: it was stopped'}).`)
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

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The ready line, then addresses and a curl line that works when pasted. */
function greeting({ publicApiUrl, publicSiteUrl, releases }: Services, opsUrl: string): string {
  const live = releases.findLive()
  const lines = [
    `ready ${publicApiUrl} (api) ${publicSiteUrl} (site)`,
    '',
    `  explorer  ${publicSiteUrl}/`,
    `  GraphiQL  ${publicApiUrl}/graphql`,
    `  REST      ${publicApiUrl}/openapi.json`,
    `  probes    ${opsUrl}/readyz, /healthz, /metrics`,
  ]
  if (live === null) lines.push('', '  Nothing is published: run npm run import, see npm start -- --help')
  else if (live.example !== undefined) {
    lines.push(
      '',
      `  curl -s ${publicApiUrl}/v1/route -H 'content-type: application/json' -d '${JSON.stringify({ waypoints: live.example.waypoints })}'`,
    )
  }
  return `${lines.join('\n')}\n`
}

/**
 * The end of the process: on a signal what was accepted is answered, then everything is closed. An exception that
 * nobody caught has left something half done, so the server ends the same way with status 1 and is to be started anew;
 * a promise that nobody waited for has not, so it is logged and the server goes on.
 */
function createStop(
  listeners: () => readonly Listener[],
  close: () => Promise<void>,
  log: Logger,
): { isStopping: () => boolean; onFaults: () => void } {
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    void Promise.all(listeners().map((listener) => listener.stop(STOP_WITHIN_MS)))
      .then(close)
      .catch((error: Error) => log.error({ stack: error.stack }, 'stopping failed'))
      .finally(() => process.exit(exitCode))
  }
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    stop(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return {
    isStopping: () => stopping,
    onFaults: () => {
      process.on('uncaughtException', (error) => {
        log.fatal(
          { stack: error?.stack ?? String(error) },
          'uncaught exception: answering what was accepted, then ending',
        )
        stop(1)
      })
      process.on('unhandledRejection', (reason) =>
        log.error(
          { stack: reason instanceof Error ? reason.stack : String(reason) },
          'a rejected promise that nobody waited for',
        ),
      )
    },
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})

function explain(error: Error & { code?: string; port?: number; address?: string }): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} of ${error.address} is taken. Choose another with API_PORT, SITE_PORT or OPS_PORT.`
  if (error.code === 'EACCES')
    return `Port ${error.port} of ${error.address} may not be opened. Choose another with API_PORT, SITE_PORT or OPS_PORT.`
  return error.stack ?? error.message
}
