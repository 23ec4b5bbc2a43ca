// Variables of what the service takes on: threads, memory, time, and how much it holds at once before it refuses.

import { BLOCK_CACHE_BYTES } from '../graph/block-cache.ts'
import { TARGET_WAIT_MS } from '../overload/queue-guard.ts'
import type { Variables } from './variable.ts'
import { integer, onOff } from './read-values.ts'

export const LOAD_VARIABLES = {
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
    meaning: 'longest time that one operation may take, in milliseconds',
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
      'longest wait of an accepted request under overload, in milliseconds; what would wait longer is refused with 503 busy',
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
