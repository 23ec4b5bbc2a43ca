// Small documents that are not operations: the change feed, /openapi.json and /readyz. The site's first page is in
// explorer-page.ts. Lists what is there and claims nothing about data.

import { readFileSync } from 'node:fs'
import { ServiceError } from '../src/errors.ts'
import type { Services } from '../src/services.ts'
import { readReadiness, publicReadinessText } from '../src/server/readiness.ts'
import { JSON_TYPE, sendText } from '../src/server/send-answer.ts'
import type { ServedRow } from '../src/server/served-row.ts'
import { readChanges, writeChangesFeed } from './changes-feed.ts'
import { buildOpenApi } from './openapi.ts'

export interface PageParts {
  services: Services
  /** CHANGELOG.md; if it is missing the feed is empty */
  changelogFile: URL
  /** why requests cannot be answered now, null if they can */
  findUnready: () => string | null
  /** parts that are down while the rest works, a sentence each; none if left out */
  listLost?: () => string[]
}

export function sitePageRows({ services, changelogFile, findUnready, listLost = () => [] }: PageParts): ServedRow[] {
  const { publicApiUrl, publicSiteUrl } = services
  const openApi = JSON.stringify(buildOpenApi({ publicApiUrl, publicSiteUrl, build: services.version }))
  const feed = writeChangesFeed(readChanges(readIfThere(changelogFile)), publicSiteUrl)
  return [
    {
      host: 'api',
      method: 'GET',
      path: '/openapi.json',
      name: 'openapi',
      handle: (exchange) => sendText(exchange, 200, JSON_TYPE, openApi, ['Cache-Control', 'no-cache']),
    },
    {
      host: 'api',
      method: 'GET',
      path: '/readyz',
      name: 'readyz',
      vital: true,
      handle: (exchange) => {
        const readiness = readReadiness(services.releases, findUnready, listLost)
        if ('unready' in readiness) throw new ServiceError('network_unavailable', readiness.unready, { retryAfterS: 2 })
        sendText(exchange, 200, JSON_TYPE, publicReadinessText(readiness), ['Cache-Control', 'no-store'])
      },
    },
    {
      host: 'site',
      method: 'GET',
      path: '/api/changes.atom',
      name: 'changes',
      handle: (exchange) =>
        sendText(exchange, 200, 'application/atom+xml; charset=utf-8', feed, ['Cache-Control', 'no-cache']),
    },
  ]
}

function readIfThere(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
