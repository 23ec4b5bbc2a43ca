// Every variable, in the order in which `--help` and docs/configuration.md show them, and the configuration that they
// make.

import { BLOCK_CACHE_BYTES } from '../graph/block-cache.ts'
import { EXPLORER_VARIABLES } from './explorer-variables.ts'
import { TARGET_WAIT_MS } from '../overload/fair-queue.ts'
import {
  type Variable,
  type Variables,
  ages,
  databaseAddress,
  folderOrStore,
  integer,
  modelNames,
  rateStore,
  serverOrOff,
  storeAddress,
  text,
  onOff,
  list,
  listenAddress,
  oneOf,
  secondsOrOff,
  webAddress,
} from './read-values.ts'

const TRUST_MODES = ['off', 'allowed', 'only'] as const

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Variables of the service as its clients see it: where it listens, under which addresses, which proxies it trusts,
 * what it shows and what it counts.
 */
const SERVICE_VARIABLES = {
  apiPort: {
    name: 'API_PORT',
    fallback: '4000',
    meaning: 'port of the API host; 0 takes any free one',
    read: integer(0, 65_535),
  },
  sitePort: {
    name: 'SITE_PORT',
    fallback: '4001',
    meaning: 'port of the site host; 0 takes any free one',
    read: integer(0, 65_535),
  },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for all', read: listenAddress },
  opsPort: {
    name: 'OPS_PORT',
    fallback: '',
    meaning:
      'port of /healthz, /readyz and /metrics; 0 takes any free one; empty: 4002, or a free one where it is taken',
    read: (given) => (given === '' ? null : integer(0, 65_535)(given)),
  },
  opsHost: {
    name: 'OPS_HOST',
    fallback: '127.0.0.1',
    meaning: 'address it listens on; except on loopback, /metrics needs METRICS_TOKEN',
    read: listenAddress,
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning: 'opens /metrics of OPS_PORT to other machines, sent as Authorization: Bearer TOKEN',
    read: text,
  },
  publicApiUrl: {
    name: 'PUBLIC_API_URL',
    fallback: '',
    meaning: 'address of the API as clients see it; empty: http://localhost:API_PORT',
    read: webAddress,
  },
  publicSiteUrl: {
    name: 'PUBLIC_SITE_URL',
    fallback: '',
    meaning: 'address of the site as clients see it; empty: http://localhost:SITE_PORT',
    read: webAddress,
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    fallback: '',
    meaning: 'addresses or CIDR blocks of proxies whose X-Forwarded-For counts, comma-separated',
    read: list,
  },
  metering: {
    name: 'METERING',
    fallback: 'on',
    meaning: 'on or off: whether credits and rates are counted; concurrency and size limits always hold',
    read: onOff,
  },
  /** null: visitors of the explorer count like any other address */
  ...EXPLORER_VARIABLES,
  /** seconds in ten; Infinity: no limit */
  cpuBudget: {
    name: 'CPU_BUDGET',
    fallback: '1',
    meaning:
      'seconds of processor time in ten that an address may use on all threads together before it gets 429 rate_limited; a key gets more in proportion to its rate; off: no limit, nor one for a GraphQL document, as with METERING=off',
    read: secondsOrOff,
  },
  introspection: {
    name: 'INTROSPECTION',
    fallback: 'on',
    meaning: 'on or off: whether GraphQL shows its schema and GraphiQL',
    read: onOff,
  },
  trustedDocuments: {
    name: 'TRUSTED_DOCUMENTS',
    fallback: '',
    meaning: 'file or folder of GraphQL documents that clients run by documentId; empty: none',
    read: text,
  },
  trustedDocumentsMode: {
    name: 'TRUSTED_DOCUMENTS_MODE',
    fallback: 'allowed',
    meaning: 'off, allowed beside other documents, or only: nothing else runs',
    read: oneOf(TRUST_MODES),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: `one of ${LOG_LEVELS.join(', ')}`,
    read: oneOf(LOG_LEVELS),
  },
} satisfies Variables

/** Variables of what the service takes on: threads, memory, time, and how much it holds at once before it refuses. */
const LOAD_VARIABLES = {
  workers: { name: 'WORKERS', fallback: '2', meaning: 'threads that compute routes', read: integer(1, 64) },
  mapWorkers: { name: 'MAP_WORKERS', fallback: '1', meaning: 'threads that draw map pictures', read: integer(1, 64) },
  mapCacheBytes: {
    name: 'MAP_CACHE_BYTES',
    fallback: '67108864',
    meaning: 'memory for decoded map tiles in each of these threads, in bytes',
    read: integer(0, 64 * 1024 ** 3),
  },
  warmUp: {
    name: 'WARM_UP',
    fallback: 'on',
    meaning:
      'on or off: whether the service warms up in the background after it starts (the example route with default settings, and one picture on each of these threads), so that the first requests are nearly as fast as later ones',
    read: onOff,
  },
  /** null: sized from the network */
  metricCacheBytes: {
    name: 'METRIC_CACHE_BYTES',
    fallback: '',
    meaning:
      'memory for routing settings kept ready, in bytes; empty: 64 MB, or about 170 bytes for each edge of the network if more',
    read: (given) => (given === '' ? null : integer(0, 64 * 1024 ** 3)(given)),
  },
  blockCacheBytes: {
    name: 'BLOCK_CACHE_BYTES',
    fallback: `${BLOCK_CACHE_BYTES}`,
    meaning: 'memory for shapes, names and ways of the networks, shared by the routing threads, in bytes',
    read: integer(1024 ** 2, 64 * 1024 ** 3),
  },
  searchBudget: {
    name: 'SEARCH_BUDGET',
    fallback: '2000000',
    meaning: 'nodes that the search of one leg may settle before the answer is best_effort',
    read: integer(1, 1_000_000_000),
  },
  requestTimeoutMs: {
    name: 'REQUEST_TIMEOUT_MS',
    fallback: '20000',
    meaning: 'longest time that one request may run, in milliseconds; past it 503 busy, and its work is cancelled',
    read: integer(100, 600_000),
  },
  watchdogExitS: {
    name: 'WATCHDOG_EXIT_S',
    fallback: '30',
    meaning:
      'seconds the main thread may be blocked before the process is ended so that it can be restarted; 0: never (for a debugger)',
    read: integer(0, 3600),
  },
  targetWaitMs: {
    name: 'TARGET_WAIT_MS',
    fallback: `${TARGET_WAIT_MS}`,
    meaning:
      'longest wait of a request under overload, in milliseconds; what has waited longer is refused with 503 busy',
    read: integer(1, 600_000),
  },
  maxQueued: {
    name: 'MAX_QUEUED',
    fallback: '512',
    meaning: 'routes that may wait for a thread before the answer is 503 busy',
    read: integer(0, 100_000),
  },
  maxInFlight: {
    name: 'MAX_IN_FLIGHT',
    fallback: '2000',
    meaning: 'concurrent requests before the answer is 503 busy',
    read: integer(1, 1_000_000),
  },
  maxSubscriptions: {
    name: 'MAX_SUBSCRIPTIONS',
    fallback: '1000',
    meaning:
      'open GraphQL subscriptions before the answer is 503 busy; a caller may have two for each request a second of its plan',
    read: integer(0, 1_000_000),
  },
  maxBodyBytes: {
    name: 'MAX_BODY_BYTES_HELD',
    fallback: '33554432',
    meaning: 'bytes of request bodies held at once, over all requests',
    read: integer(1, 64 * 1024 ** 3),
  },
  maxBodiesPerAddress: {
    name: 'MAX_BODIES_PER_ADDRESS',
    fallback: '64',
    meaning: 'requests of one address whose body is incomplete; more are refused with 503 busy',
    read: integer(1, 1_000_000),
  },
  maxBodyBytesPerAddress: {
    name: 'MAX_BODY_BYTES_PER_ADDRESS',
    fallback: '12582912',
    meaning: 'bytes of request bodies of one address held at once; beyond it 503 busy',
    read: integer(1, 64 * 1024 ** 3),
  },
  maxUnreadBytes: {
    name: 'MAX_UNREAD_BYTES',
    fallback: '134217728',
    meaning: 'bytes of answers that clients have not read yet, over all connections; beyond it the oldest are cut off',
    read: integer(1, 64 * 1024 ** 3),
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    fallback: '12000',
    meaning: 'open connections of each listener; more are closed at once',
    read: integer(1, 1_000_000),
  },
  maxConnectionsPerAddress: {
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    fallback: '1000',
    meaning: 'open connections of one address (IPv6: its /64), TRUSTED_PROXIES apart; more are closed at once',
    read: integer(1, 1_000_000),
  },
  maxHeadsPerAddress: {
    name: 'MAX_HEADS_PER_ADDRESS',
    fallback: '100',
    meaning: 'requests of one address whose head is incomplete, TRUSTED_PROXIES apart; the newest beyond are refused',
    read: integer(1, 1_000_000),
  },
  maxHeadBytes: {
    name: 'MAX_HEAD_BYTES_HELD',
    fallback: '33554432',
    meaning: 'bytes of incomplete heads, over all connections; beyond it the largest are refused',
    read: integer(1, 64 * 1024 ** 3),
  },
} satisfies Variables

/** Variables of the data that the service answers from: its folder and releases, its databases, and the weather. */
const DATA_VARIABLES = {
  dataDir: { name: 'DATA_DIR', fallback: 'data', meaning: 'folder of releases and counters', read: text },
  keepReleases: {
    name: 'KEEP_RELEASES',
    fallback: '2',
    meaning: 'retired releases that stay readable',
    read: integer(0, 50),
  },
  statusMaxAgeDays: {
    name: 'STATUS_MAX_AGE_DAYS',
    fallback: 'network=35,basemap=35,catalogue=35,snow=10',
    meaning:
      'age in days after which an artifact is stale, name=days, comma-separated; artifacts not listed stay unknown',
    read: ages,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'postgres://... of a PostgreSQL with PostGIS for places, trails, keys and counters; empty: files in DATA_DIR',
    read: databaseAddress,
  },
  rateStore: {
    name: 'RATE_STORE',
    fallback: '',
    meaning:
      'keeps the rates (requests a second, forecast points) of all replicas together: postgres for the database of DATABASE_URL, or redis://HOST:PORT of Redis or Valkey (rediss:// with TLS); empty: each server keeps its own',
    read: rateStore,
  },
  releaseStore: {
    name: 'RELEASE_STORE',
    fallback: '',
    meaning:
      'where `npm run releases` pushes releases to and pulls them from: a folder, https://HOST/PATH, or s3+https://HOST/BUCKET/PREFIX with keys in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; the server itself does not use it',
    read: folderOrStore,
  },
  artifactUrl: {
    name: 'ARTIFACT_URL',
    fallback: '',
    meaning:
      'a store to which releases were pushed, https://HOST/PATH or s3+https://HOST/BUCKET/PREFIX (keys as for RELEASE_STORE): heights, basemap and contours are read from it by ranges, network and catalogue are fetched into DATA_DIR; empty: all files are in DATA_DIR',
    read: storeAddress,
  },
  artifactCacheBytes: {
    name: 'ARTIFACT_CACHE_BYTES',
    fallback: '67108864',
    meaning: 'memory for what was read from ARTIFACT_URL, in bytes',
    read: integer(1_048_576, 2 ** 36),
  },
  weatherUrl: {
    name: 'WEATHER_URL',
    fallback: 'https://api.open-meteo.com',
    meaning: 'Open-Meteo forecast server, the public one or your own; off: none',
    read: serverOrOff,
  },
  weatherEnsembleUrl: {
    name: 'WEATHER_ENSEMBLE_URL',
    fallback: '',
    meaning: 'ensemble server; empty: the public one beside the public one, else WEATHER_URL; off: none',
    read: serverOrOff,
  },
  weatherApiKey: {
    name: 'WEATHER_API_KEY',
    fallback: '',
    meaning: 'API key for the provider, if it needs one',
    read: text,
  },
  weatherModels: {
    name: 'WEATHER_MODELS',
    fallback: '',
    meaning: 'forecast models, finest first, comma-separated; empty: a list from 1 km in the Alps to the whole globe',
    read: modelNames,
  },
  weatherEnsembleModels: {
    name: 'WEATHER_ENSEMBLE_MODELS',
    fallback: '',
    meaning: 'ensemble models of the probability of precipitation, finest first; empty: ecmwf_ifs025_ensemble',
    read: modelNames,
  },
} satisfies Variables

export const VARIABLES = { ...SERVICE_VARIABLES, ...DATA_VARIABLES, ...LOAD_VARIABLES }

export type Config = {
  -readonly [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never
}

/** One line per variable: name, meaning, default if there is one. */
export function describeConfig(): string {
  const variables = Object.values(VARIABLES)
  const width = Math.max(...variables.map(({ name }) => name.length))
  return variables
    .map((v) => `  ${v.name.padEnd(width)}  ${v.meaning}${v.fallback === '' ? '' : ` (default ${v.fallback})`}`)
    .join('\n')
}
