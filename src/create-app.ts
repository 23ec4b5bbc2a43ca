// Puts the gate and both doors over a set of services: one request handler for both listeners. main.ts gives it the
// real services, tests give it fakes. Opens no port and reads no environment.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestHandler } from '../rest-compat/handle-request.ts'
import { artifactFileRow } from '../rest-compat/artifact-file.ts'
import { explorerRows } from '../rest-compat/explorer-page.ts'
import { sitePageRows } from '../rest-compat/site-pages.ts'
import { Gate } from '../resolvers/run-resolver.ts'
import { buildGraphiqlPage } from '../schema/graphiql-page.ts'
import { createGraphqlDoor } from '../schema/graphql-door.ts'
import type { KeyStore } from './gateway/api-key.ts'
import { readTrustedProxies } from './gateway/client-address.ts'
import { Concurrency } from './gateway/concurrency.ts'
import type { CounterStore } from './gateway/counter-store.ts'
import { RateLimiter } from './gateway/rate-limiter.ts'
import type { Logger } from './log.ts'
import type { HostName } from './server/exchange.ts'
import type { PageRow } from './server/page-row.ts'
import { graphqlRows } from './server/serve-graphql.ts'
import { loadWebBundle } from './server/web-bundle.ts'
import type { Services } from './services.ts'

export interface AppParts {
  services: Services
  keys: KeyStore
  counters: CounterStore
  log: Logger
  metering: boolean
  trustedProxies: readonly string[]
  requestTimeoutMs: number
  changelogFile: URL
  isReady: () => boolean
  /** further pages and files */
  pages?: readonly PageRow[]
}

export interface App {
  handle(request: IncomingMessage, response: ServerResponse, listenerHost: HostName): void
  gate: Gate
}

export function createApp(parts: AppParts): App {
  const { services, log } = parts
  const gate = new Gate({ services, keys: parts.keys, rates: new RateLimiter(), concurrency: new Concurrency(parts.counters), metering: parts.metering, requestTimeoutMs: parts.requestTimeoutMs })
  const proxies = readTrustedProxies(parts.trustedProxies)
  const door = createGraphqlDoor(gate, (thrown) => log.error({ stack: thrown instanceof Error ? thrown.stack : String(thrown) }, 'graphql field failed'))
  const pages: PageRow[] = [
    ...sitePageRows({ services, changelogFile: parts.changelogFile, isReady: parts.isReady }),
    ...explorerRows({ services, loadBundle: loadWebBundle, onFault: (error) => log.error({ stack: error.stack }, 'the explorer page could not be built') }),
    artifactFileRow(services.releases),
    ...graphqlRows({
      door, proxies, publicApiUrl: services.publicApiUrl,
      nowMs: () => services.clock.nowMs(),
      identify: (credentials) => gate.identify(true, credentials),
      receipt: (caller) => gate.receipt(caller),
      page: graphiqlPages(services),
    }),
    ...(parts.pages ?? []),
  ]
  return { handle: createRequestHandler({ gate, log, proxies, publicApiUrl: services.publicApiUrl, publicSiteUrl: services.publicSiteUrl, pages }), gate }
}

/** One page per release: its examples come from what is published. */
function graphiqlPages(services: Services): () => Promise<Buffer> {
  let madeFor: string | null | undefined
  let page: Promise<Buffer> | undefined
  return () => {
    const live = services.releases.findLive()
    const id = live?.id ?? null
    if (page === undefined || madeFor !== id) {
      madeFor = id
      page = buildGraphiqlPage(live?.example?.waypoints ?? null)
      page.catch(() => (page = undefined)) // asked again, made again
    }
    return page
  }
}
