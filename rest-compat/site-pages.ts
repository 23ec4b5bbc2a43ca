// Pages and small documents that are no operations: the site's front page, the change feed, /openapi.json and
// /readyz. Names what is there and claims nothing about data.

import { readFileSync } from 'node:fs'
import { ServiceError } from '../src/errors.ts'
import type { Services } from '../src/services.ts'
import { JSON_TYPE, sendText } from '../src/server/send-answer.ts'
import type { PageRow } from '../src/server/page-row.ts'
import { readChanges, writeChangesFeed } from './changes-feed.ts'
import { buildOpenApi } from './openapi.ts'

export interface PageParts {
  services: Services
  /** file of CHANGELOG.md; a missing one gives an empty feed */
  changelogFile: URL
  /** whether requests can be answered now */
  isReady: () => boolean
}

export function sitePageRows({ services, changelogFile, isReady }: PageParts): PageRow[] {
  const { publicApiUrl, publicSiteUrl } = services
  const openApi = JSON.stringify(buildOpenApi({ publicApiUrl, publicSiteUrl, build: services.version }))
  const feed = writeChangesFeed(readChanges(readIfThere(changelogFile)), publicSiteUrl)
  const page = frontPage(publicApiUrl)
  return [
    { host: 'api', method: 'GET', path: '/openapi.json', name: 'openapi', handle: (exchange) => sendText(exchange, 200, JSON_TYPE, openApi, ['Cache-Control', 'no-cache']) },
    {
      host: 'api', method: 'GET', path: '/readyz', name: 'readyz',
      handle: (exchange) => {
        const live = services.releases.findLive()
        if (live === null || !isReady()) throw new ServiceError('network_unavailable', live === null ? 'No release is published yet.' : 'The release is still being loaded.', { retryAfterS: 2 })
        sendText(exchange, 200, JSON_TYPE, JSON.stringify({ status: 'ready', release: live.id }), ['Cache-Control', 'no-store'])
      },
    },
    { host: 'site', method: 'GET', path: '/', name: 'front-page', handle: (exchange) => sendText(exchange, 200, 'text/html; charset=utf-8', page, ['Cache-Control', 'no-cache']) },
    { host: 'site', method: 'GET', path: '/api/changes.atom', name: 'changes', handle: (exchange) => sendText(exchange, 200, 'application/atom+xml; charset=utf-8', feed, ['Cache-Control', 'no-cache']) },
  ]
}

function readIfThere(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function frontPage(apiUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waypost</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}code{background:#eee;padding:.1em .3em}</style>
</head>
<body>
<h1>Waypost</h1>
<p>Outdoor maps, routes and terrain. This server answers at <code>${apiUrl}</code>.</p>
<ul>
<li><a href="${apiUrl}/graphql">GraphiQL</a>: ask in GraphQL, with examples in its tabs</li>
<li><a href="${apiUrl}/openapi.json">openapi.json</a>: the REST layer</li>
<li><a href="/api/route/capabilities">What the route planner can be asked</a></li>
<li><a href="${apiUrl}/tiles/v1/status">Age of the data</a></li>
<li><a href="/api/changes.atom">Changes</a> (Atom)</li>
</ul>
</body>
</html>
`
}
