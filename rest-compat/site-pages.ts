// Small documents that are not operations: the change feed, /openapi.json with its page /rest, and /readyz. The site's
// first page is in explorer-page.ts. Lists what is there and claims nothing about data.

import { say } from '../src/language/sentence.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RefusalSentence, ServiceError } from '../src/errors.ts'
import type { Services } from '../src/services.ts'
import { readReadiness, publicReadinessText } from '../src/server/ops-handler.ts'
import { JSON_TYPE, sendBytes, sendText, type Page, sendPage } from '../src/server/send-answer.ts'
import type { HttpRoute } from '../src/server/handle-request.ts'
import { readChanges, writeChangesFeed } from '../src/site/changes-feed.ts'
import { matchesEtag } from '../src/server/match-etag.ts'
import { DAY_MS } from '../src/durations.ts'
import type { ExampleRequests } from './examples.ts'
import { buildOpenApi } from './openapi.ts'
import { findSample, isDemo, requestsOf } from './region-examples.ts'
import { escapeAttribute } from '../src/wire/markup-text.ts'
import { htmlPage } from '../src/wire/html-page.ts'
import { REFERENCE_STYLE, referencePage, referencePolicy } from './reference/reference-page.ts'

export interface PageParts {
  services: Services
  /** CHANGELOG.md; if it is missing the feed is empty */
  changelogFile: URL
  /** why requests cannot be answered now, null if they can */
  findUnready: () => RefusalSentence | null
  /** parts that are down while the rest works, a sentence each; none if left out */
  listLost?: () => string[]
}

export function sitePageRows({ services, changelogFile, findUnready, listLost = () => [] }: PageParts): HttpRoute[] {
  let made: Pages | undefined
  const pages = (): Pages => (made ??= makePages(services, changelogFile))
  const reference = referencePages(services)
  return [
    {
      host: 'api',
      method: 'GET',
      path: '/',
      name: 'api-root',
      handle: (context) => {
        if (!(context.request.headers.accept ?? '').includes('text/html'))
          throw new ServiceError(say('error.not_found.path', { host: 'api' }))
        return sendPage(context, pages().root)
      },
    },
    {
      host: 'api',
      method: 'GET',
      path: '/openapi.json',
      name: 'openapi',
      handle: (context) => sendText(context, 200, JSON_TYPE, pages().openApi, ['Cache-Control', 'no-cache']),
    },
    {
      host: 'api',
      method: 'GET',
      path: '/rest',
      name: 'reference',
      handle: async (context) => sendPage(context, await reference()),
    },
    {
      host: 'api',
      method: 'GET',
      path: '/readyz',
      name: 'readyz',
      alwaysAdmitted: true,
      handle: (context) => {
        const readiness = readReadiness(services.releases, findUnready, listLost, services.findNetworkRevision)
        if ('unready' in readiness) throw new ServiceError(readiness.unready, { retryAfterS: 2 })
        sendText(context, 200, JSON_TYPE, publicReadinessText(readiness), ['Cache-Control', 'no-store'])
      },
    },
    {
      host: 'site',
      method: 'GET',
      path: '/api/changes.atom',
      name: 'changes',
      handle: (context) => {
        const { feed, feedTag } = pages()
        const headers = ['Cache-Control', 'no-cache', 'ETag', feedTag]
        if (matchesEtag(context.request.headers['if-none-match'], feedTag)) sendBytes(context, 304, null, null, headers)
        else sendText(context, 200, 'application/atom+xml; charset=utf-8', feed, headers)
      },
    },
  ]
}

interface Pages {
  root: Page
  openApi: string
  feed: string
  feedTag: string
}

/** Made when the first of them is requested: 25 ms that most starts do not need. */
function makePages({ publicApiUrl, publicSiteUrl, version }: Services, changelogFile: URL): Pages {
  const document = buildOpenApi({ publicApiUrl, publicSiteUrl, build: version })
  const feed = writeChangesFeed(readChanges(readIfThere(changelogFile)), publicSiteUrl)
  const root = rootPage(publicApiUrl, publicSiteUrl)
  const policy = referencePolicy(publicApiUrl, publicSiteUrl)
  return {
    root: { html: root, etag: tagOf(root), policy },
    openApi: JSON.stringify(document),
    feed,
    feedTag: tagOf(feed),
  }
}

/** The page at /rest: one a release and day, with examples that work on it. */
function referencePages(services: Services): () => Promise<Page> {
  let madeFor: string | undefined
  let page: Promise<Page> | undefined
  return () => {
    const live = services.releases.findLive()
    const nowMs = services.clock.nowMs()
    const requested = `${live?.id} ${Math.floor(nowMs / DAY_MS)}`
    if (page !== undefined && madeFor === requested) return page
    madeFor = requested
    const sampled = live === null || isDemo(live) ? Promise.resolve(null) : findSample(live, services)
    const making = sampled
      .catch(() => {
        // the network may not be loaded yet: the next request tries again
        if (madeFor === requested) madeFor = undefined
        return null
      })
      .then((sample) => makeReference(services, requestsOf(live, sample, nowMs)))
    page = making
    return making
  }
}

function makeReference({ publicApiUrl, publicSiteUrl, version }: Services, requests: ExampleRequests): Page {
  const document = buildOpenApi({ publicApiUrl, publicSiteUrl, build: version, requests })
  const html = referencePage(document, publicSiteUrl, requests)
  return { html, etag: tagOf(html), policy: referencePolicy(publicApiUrl, publicSiteUrl) }
}

/** Where the API leads from its bare address. */
function rootPage(api: string, site: string): string {
  const links = [
    [`${api}/graphql`, 'GraphiQL', 'GraphQL with examples in its tabs'],
    [`${api}/rest`, 'REST', 'every operation to read and to try'],
    [`${api}/openapi.json`, 'OpenAPI', 'the same for programs'],
    [`${site}/`, 'Explorer', 'the map'],
    [`${api}/licences`, 'Licences', 'of the data and of all programs'],
  ].map(([address, name, words]) => `<li><a href="${escapeAttribute(address)}">${name}</a>: ${words}</li>`)
  return htmlPage('Waypost API', REFERENCE_STYLE, `<main><h1>Waypost API</h1><ul>${links.join('')}</ul></main>`)
}

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

function readIfThere(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
