// The sockets of a server: the API and the site under the limits of connections, and probes and metrics beside them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config/variables.ts'
import { peerAddress, readTrustedProxies } from '../metering/client-address.ts'
import type { Logger } from '../log.ts'
import { ConnectionLimits } from '../server/connection-limits.ts'
import type { HostName } from '../server/request-context.ts'
import { listen, type Listener, type ListenLimits } from '../server/http-server.ts'
import { connectionsWithin, openFileLimit } from '../server/open-files.ts'
import type { createOpsHandler } from '../server/ops-handler.ts'

const OPS_PORT = 4002
const OPS_LIMITS = { headersMs: 5000, requestMs: 5000, idleMs: 10_000, keepAliveMs: 10_000, maxConnections: 64 }

/** Warns where the process may not open as many files as connections are allowed. */
export function limitConnections(config: Config, log: Logger): ConnectionLimits {
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

/** `api` and `site`, each on its port. */
export function listenOnHosts(
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
export async function listenForOps(
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
