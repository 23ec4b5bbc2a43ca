// The site's first page: the explorer, which loads only its own files, under a content policy that allows nothing else.
// What it needs to know about this server (address of the API, what is published, attributions) is in a meta element,
// so that no inline script is needed. If the bundle cannot be built, the page is a plain list of what is there.
// A shared link has a title and a picture of its own.

import { LANGUAGES, DEFAULT_LANGUAGE, rendererFor } from '../language/catalogue-files.ts'
import { say } from '../language/sentence.ts'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Box } from '../geo/lon-lat.ts'
import { eastBeyondWest } from '../geo/split-box.ts'
import { ServiceError } from '../errors.ts'
import { listMissingArtifacts } from '../releases/manifest.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import { type Page, sendPage, sendBytes, sendText } from '../server/send-answer.ts'
import type { Services } from '../services.ts'
import type { ExplorerConfig } from '../web/plan/explorer-config.ts'
import { escapeAttribute } from '../wire/markup-text.ts'
import { sourceIn } from '../wire/source-names.ts'
import { pagePolicy } from '../wire/html-page.ts'
import type { RequestContext } from '../server/request-context.ts'
import { matchesEtag } from '../server/match-etag.ts'
import type { WorkerFacts } from '../web/offline/worker-facts.ts'
import type { WebBundle } from './bundles.ts'
import type { ExplorerBrand, Logo } from './explorer-brand.ts'
import { sendBundleFile } from './bundle-cache.ts'
import { mapLanguageOf } from '../map/style/name-languages.ts'
import { MAX_WAYPOINTS } from '../travel/limits.ts'

/** Of the page's head, and around an installed page. */
const THEME_COLOUR = '#1f5f4a'
const GROUND_COLOUR = '#f7f8f5'
const unpack = promisify(gunzip)

interface OfflineParts {
  services: Services
  brand: ExplorerBrand
  loadBundle: () => Promise<WebBundle>
  /** the page as it is sent now */
  pageNow: (bundle: WebBundle) => string
}

/**
 * The explorer on a visitor's device: its web manifest, and its service worker with what this server tells it. The
 * worker lies under /explorer/ and may serve the whole page (`Service-Worker-Allowed`). Addresses are relative, so that
 * both hold under any path that a proxy puts before them.
 */
function offlineRows({ services, brand, loadBundle, pageNow }: OfflineParts): HttpRoute[] {
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

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${THEME_COLOUR}"/><path d="M6 24 13 11l4 7 3-5 6 11z" fill="#fff"/></svg>`

export interface ExplorerParts {
  services: Services
  brand: ExplorerBrand
  loadBundle: () => Promise<WebBundle>
  onFault: (error: Error) => void
}

export function explorerRows({ services, brand, loadBundle, onFault }: ExplorerParts): HttpRoute[] {
  return [
    {
      host: 'site',
      method: 'GET',
      path: '/',
      name: 'explorer',
      isFile: true,
      handle: async (context) => {
        const bundle = await loadBundle().catch((error: Error) => (onFault(error), null))
        const html = explorerPage(configOf(services, brand), bundle, context.query)
        const page = toPage(html, services.publicApiUrl, brand.mapHosts)
        await sendPage(context, page, [
          ...['Referrer-Policy', 'same-origin'],
          ...['Permissions-Policy', 'camera=(), microphone=(), geolocation=(self)'],
        ])
      },
    },
    {
      host: 'site',
      method: 'GET',
      path: '/explorer/{file}',
      name: 'explorer-file',
      isFile: true,
      handle: async (context, { file }) => {
        if (file === brand.logo?.name) return sendLogo(context, brand.logo)
        const found = (await loadBundle()).files.get(file)
        if (found === undefined) throw new ServiceError(say('error.not_found.explorer_file'))
        await sendBundleFile(context, file, found)
      },
    },
    ...offlineRows({
      services,
      brand,
      loadBundle,
      pageNow: (bundle) => explorerPage(configOf(services, brand), bundle),
    }),
  ]
}

function toPage(html: string, apiUrl: string, mapHosts: readonly string[]): Page {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { html, etag, policy: contentPolicy(apiUrl, mapHosts) }
}

/**
 * Scripts, styles and workers only from this site; data from the API; pictures also from memory (tiles, icons); both
 * also from the hosts of a second map.
 */
export function contentPolicy(apiUrl: string, mapHosts: readonly string[] = []): string {
  const data = [apiUrl, ...mapHosts].join(' ')
  const sources = {
    'script-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' ${data} data: blob:`,
    'connect-src': `'self' ${data}`,
  }
  return pagePolicy(sources, "'self'")
}

function configOf(
  { releases, publicApiUrl, publicSiteUrl }: Services,
  { title, logo, view, secondMap }: ExplorerBrand,
): Omit<ExplorerConfig, 'workerUrl' | 'shadeWorkerUrl'> {
  const live = releases.findLive()
  return {
    apiUrl: publicApiUrl,
    siteUrl: publicSiteUrl,
    title,
    logoUrl: logo === null ? null : `explorer/${logo.name}`,
    homeBox: view === null ? (live === null ? null : toMapBox(live.bbox)) : [...view],
    missing: listMissingArtifacts(live),
    region: live === null ? null : { name: live.name, bbox: toMapBox(live.bbox), synthetic: live.synthetic },
    terrainVersion: live?.artifacts.find((artifact) => artifact.name === 'terrain')?.version ?? null,
    attributions: live?.attributions.map(({ text, url }) => ({ text, url, inLanguages: inLanguages(text) })) ?? [],
    secondMap,
    example: live?.example?.waypoints ?? null,
  }
}

/** Translations of a sentence that Waypost wrote itself, by language; others' names are not translated. */
function inLanguages(text: string): Record<string, string> {
  const said = LANGUAGES.map((tag) => [tag, sourceIn(tag, text)])
  return Object.fromEntries(said.filter(([, own]) => own !== text)) as Record<string, string>
}

/** `query`: of a shared link; it decides what other programs show of the link, and nothing on the page. */
function explorerPage(
  config: Omit<ExplorerConfig, 'workerUrl' | 'shadeWorkerUrl'>,
  bundle: WebBundle | null,
  query = '',
): string {
  const { apiUrl, logoUrl } = config
  const title = escapeAttribute(config.title)
  const links = `<ul>
<li><a href="${apiUrl}/graphql">GraphiQL</a>: GraphQL queries, with examples in its tabs</li>
<li><a href="${apiUrl}/rest">REST</a>: every operation, with examples (<a href="${apiUrl}/openapi.json">openapi.json</a>)</li>
<li><a href="api/route/capabilities">What the route planner accepts</a></li>
<li><a href="${apiUrl}/tiles/v1/status">Age of the data</a></li>
<li><a href="api/changes.atom">Changes</a> (Atom)</li>
<li><a href="licences">Licences</a></li>
</ul>`
  const pageConfig: ExplorerConfig | null = bundle && {
    ...config,
    workerUrl: `explorer/${bundle.worker}`,
    shadeWorkerUrl: `explorer/${bundle.shadeWorker}`,
  }
  const head =
    bundle === null
      ? ''
      : `<meta name="waypost-explorer" content="${escapeAttribute(JSON.stringify(pageConfig))}">
<meta name="waypost-languages" content="${escapeAttribute(JSON.stringify(bundle.languages))}">
<link rel="manifest" href="explorer/app.webmanifest">
<link rel="license" href="licences">
<link rel="apple-touch-icon" href="explorer/${bundle.icons.small}">
<meta name="theme-color" content="${THEME_COLOUR}">
<link rel="preconnect" href="${apiUrl}" crossorigin>
<link rel="stylesheet" href="explorer/${bundle.style}">
<script type="module" src="explorer/${bundle.script}"></script>
${bundle.preload.map((name) => `<link rel="modulepreload" href="explorer/${name}">`).join('\n')}
`
  const body =
    bundle === null
      ? `<h1>${title}</h1><p>The explorer page could not be built; the server's log says why. This server answers at <code>${apiUrl}</code>:</p>${links}`
      : `<div id="app"></div><noscript><h1>${title}</h1><p>The explorer needs JavaScript. This server answers at <code>${apiUrl}</code>:</p>${links}</noscript>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${linkPreview(config, query)}<link rel="icon" href="${logoUrl ?? `data:image/svg+xml,${encodeURIComponent(ICON)}`}">
${head}</head>
<body>${body}</body>
</html>
`
}

/** A logo never changes under its name. An SVG opened on its own may run no scripts. */
function sendLogo(context: RequestContext, { contentType, bytes }: Logo): void {
  sendBytes(context, 200, contentType, bytes, [
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ])
}

/** As MapLibre has it: across the antimeridian its east lies beyond 180 degrees. */
const toMapBox = (box: Box): number[] => [box[0], box[1], eastBeyondWest(box), box[3]]

const SIZE = { width: 1200, height: 630 }
const MOST_QUERY_LETTERS = 2000
const MOST_NAME_LETTERS = 100
const POINT = /^(-?\d{1,3}(?:\.\d{1,8})?),(-?\d{1,2}(?:\.\d{1,8})?)$/

/**
 * What messengers and other pages show of a link to the explorer: its title, what it is, and a picture of the map with
 * the places of the plan, in the language that the link names. No line joins them: the route is not computed for a
 * preview, and nothing stands in for it.
 */
export interface PreviewParts {
  apiUrl: string
  title: string
  homeBox: number[] | null
  /** artifacts without which no picture can be drawn */
  missing: string[]
}

/** Lines of the head. A query that is no plan gives those of the page itself. */
export function linkPreview({ apiUrl, title, homeBox, missing }: PreviewParts, query: string): string {
  const words = new URLSearchParams(query.length > MOST_QUERY_LETTERS ? '' : query)
  const name = [...(words.get('name') ?? '')].slice(0, MOST_NAME_LETTERS).join('').trim()
  const language = mapLanguageOf(words.get('language') ?? '')
  const picture = missing.length > 0 ? null : pictureOf(placesOf(words.get('w') ?? ''), homeBox)
  if (language !== null) picture?.set('language', language)
  const description = rendererFor(language ?? DEFAULT_LANGUAGE).render(say('site.description'))
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:title': name === '' ? title : `${name} – ${title}`,
    ...(picture === null
      ? {}
      : {
          'og:image': `${apiUrl}/static-map/render?${picture.toString()}`,
          'og:image:width': String(SIZE.width),
          'og:image:height': String(SIZE.height),
        }),
  }
  const lines = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">\n`,
  )
  lines.unshift(`<meta name="description" content="${escapeAttribute(description)}">\n`)
  return `${lines.join('')}<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}">\n`
}

function placesOf(text: string): [number, number][] {
  return text
    .split(';')
    .slice(0, MAX_WAYPOINTS)
    .flatMap((word): [number, number][] => {
      const found = POINT.exec(word)
      const [lon, lat] = [Number(found?.[1]), Number(found?.[2])]
      return Math.abs(lon) <= 180 && Math.abs(lat) <= 85 ? [[lon, lat]] : []
    })
}

function pictureOf(places: readonly [number, number][], homeBox: number[] | null): URLSearchParams | null {
  const size = { width: String(SIZE.width), height: String(SIZE.height) }
  if (places.length > 0) {
    const features = places.map((coordinates, i) => ({
      type: 'Feature',
      properties: { 'marker-label': i === 0 ? 'A' : i === places.length - 1 ? 'B' : String(i) },
      geometry: { type: 'Point', coordinates },
    }))
    return new URLSearchParams({ geojson: JSON.stringify({ type: 'FeatureCollection', features }), ...size })
  }
  // one that crosses the antimeridian is no box that the picture takes
  if (homeBox === null || homeBox[2] > 180) return null
  return new URLSearchParams({ bbox: homeBox.map((value) => value.toFixed(5)).join(','), ...size })
}
