// The explorer on a visitor's device: its web manifest, and its service worker with what this server tells it. The
// worker lies under /explorer/ and may serve the whole page (`Service-Worker-Allowed`). Addresses are relative, so
// that both hold under any path that a proxy puts before them.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RequestContext } from '../server/request-context.ts'
import { matchesEtag } from '../server/match-etag.ts'
import { sendBytes, sendText } from '../server/send-answer.ts'
import type { HttpRoute } from '../server/http-route.ts'
import type { WebBundle } from './web-bundle.ts'
import type { Services } from '../services.ts'
import type { WorkerFacts } from '../web/offline/worker-facts.ts'
import type { ExplorerBrand } from './explorer-brand.ts'

/** Of the page's head, and around an installed page. */
export const THEME_COLOUR = '#1f5f4a'
const GROUND_COLOUR = '#f7f8f5'
const unpack = promisify(gunzip)

interface OfflineParts {
  services: Services
  brand: ExplorerBrand
  loadBundle: () => Promise<WebBundle>
  /** the page as it is sent now */
  pageNow: (bundle: WebBundle) => string
}

export function offlineRows({ services, brand, loadBundle, pageNow }: OfflineParts): HttpRoute[] {
  return [
    {
      host: 'site',
      method: 'GET',
      path: '/explorer/app.webmanifest',
      name: 'web-manifest',
      isFile: true,
      handle: async (context) =>
        sendTagged(
          context,
          'application/manifest+json; charset=utf-8',
          webManifest(await loadBundle(), brand.title),
          [],
        ),
    },
    {
      host: 'site',
      method: 'GET',
      path: '/explorer/offline-worker.js',
      name: 'offline-worker',
      isFile: true,
      handle: async (context) => {
        const bundle = await loadBundle()
        const code = (await unpack(bundle.files.get(bundle.offlineWorker)!.gzip)).toString('utf8')
        const script = `self.WAYPOST=${JSON.stringify(factsOf(bundle, brand, pageNow(bundle), services.publicApiUrl))};${code}`
        sendTagged(context, 'text/javascript; charset=utf-8', script, [
          'Service-Worker-Allowed',
          '/',
          'Content-Security-Policy',
          `default-src 'none'; connect-src 'self' ${services.publicApiUrl}`,
        ])
      },
    },
  ]
}

/** Everything that the page may load but the worker itself; another page or another file is another version. */
function factsOf(bundle: WebBundle, { logo }: ExplorerBrand, page: string, apiUrl: string): WorkerFacts {
  const files = [...bundle.files.keys()]
    .filter((name) => name !== bundle.offlineWorker)
    .map((name) => `explorer/${name}`)
  files.push('explorer/app.webmanifest')
  if (logo !== null) files.push(`explorer/${logo.name}`)
  const hash = createHash('sha256').update(page).update(bundle.offlineWorker)
  return { version: hash.update(JSON.stringify(files)).digest('hex').slice(0, 16), files, apiUrl }
}

function webManifest({ icons }: WebBundle, title: string): string {
  const icon = (src: string, sizes: string, purpose: string) => ({ src, sizes, type: 'image/png', purpose })
  return JSON.stringify({
    name: title,
    short_name: title,
    description: 'Outdoor maps, routes and terrain',
    id: '../',
    start_url: '../',
    scope: '../',
    display: 'standalone',
    background_color: GROUND_COLOUR,
    theme_color: THEME_COLOUR,
    icons: [
      icon(icons.small, '192x192', 'any'),
      icon(icons.large, '512x512', 'any'),
      icon(icons.maskable, '512x512', 'maskable'),
    ],
  })
}

function sendTagged(context: RequestContext, type: string, text: string, more: readonly string[]): void {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = ['Cache-Control', 'no-cache', 'ETag', tag, ...more]
  if (matchesEtag(context.request.headers['if-none-match'], tag)) sendBytes(context, 304, null, null, headers)
  else sendText(context, 200, type, text, headers)
}
