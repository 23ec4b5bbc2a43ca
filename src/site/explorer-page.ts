// The site's first page: the explorer, which loads only its own files, under a content policy that allows nothing else.
// What it needs to know about this server (address of the API, what is published, attributions) is in a meta element,
// so that no inline script is needed. If the bundle cannot be built, the page is a plain list of what is there.

import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { listMissingArtifacts } from '../releases/manifest.ts'
import type { HttpRoute } from '../server/http-route.ts'
import { type Page, sendPage } from '../server/send-page.ts'
import type { WebBundle } from './web-bundle.ts'
import type { Services } from '../services.ts'
import type { ExplorerConfig } from '../web/plan/explorer-config.ts'
import { escapeAttribute } from '../wire/markup-text.ts'
import { sendBundleFile } from './bundle-file.ts'
import { sendLogo, type ExplorerBrand } from './explorer-brand.ts'
import { pagePolicy } from '../wire/html-page.ts'
import { offlineRows, THEME_COLOUR } from './offline-files.ts'

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
        const page = toPage(explorerPage(configOf(services, brand), bundle), services.publicApiUrl)
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
        if (found === undefined)
          throw new ServiceError(
            'not_found',
            'The explorer has no such file; the page has been rebuilt since. Reload it.',
          )
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

function toPage(html: string, apiUrl: string): Page {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { html, etag, policy: contentPolicy(apiUrl) }
}

/** Scripts, styles and workers only from this site; data from the API; pictures also from memory (tiles, icons). */
export function contentPolicy(apiUrl: string): string {
  const sources = {
    'script-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' ${apiUrl} data: blob:`,
    'connect-src': `'self' ${apiUrl}`,
  }
  return pagePolicy(sources, "'self'")
}

function configOf(
  { releases, publicApiUrl, publicSiteUrl }: Services,
  { title, logo, view }: ExplorerBrand,
): Omit<ExplorerConfig, 'workerUrl' | 'shadeWorkerUrl'> {
  const live = releases.findLive()
  return {
    apiUrl: publicApiUrl,
    siteUrl: publicSiteUrl,
    title,
    logoUrl: logo === null ? null : `explorer/${logo.name}`,
    homeBox: view === null ? (live === null ? null : [...live.bbox]) : [...view],
    missing: listMissingArtifacts(live),
    region: live === null ? null : { name: live.name, bbox: [...live.bbox], synthetic: live.synthetic },
    terrainVersion: live?.artifacts.find((artifact) => artifact.name === 'terrain')?.version ?? null,
    attributions: live?.attributions.map(({ text, url }) => ({ text, url })) ?? [],
    example: live?.example?.waypoints ?? null,
  }
}

function explorerPage(config: Omit<ExplorerConfig, 'workerUrl' | 'shadeWorkerUrl'>, bundle: WebBundle | null): string {
  const { apiUrl, logoUrl } = config
  const title = escapeAttribute(config.title)
  const links = `<ul>
<li><a href="${apiUrl}/graphql">GraphiQL</a>: GraphQL queries, with examples in its tabs</li>
<li><a href="${apiUrl}/rest">REST</a>: every operation, with examples (<a href="${apiUrl}/openapi.json">openapi.json</a>)</li>
<li><a href="api/route/capabilities">What the route planner accepts</a></li>
<li><a href="${apiUrl}/tiles/v1/status">Age of the data</a></li>
<li><a href="api/changes.atom">Changes</a> (Atom)</li>
</ul>`
  const told: ExplorerConfig | null = bundle && {
    ...config,
    workerUrl: `explorer/${bundle.worker}`,
    shadeWorkerUrl: `explorer/${bundle.shadeWorker}`,
  }
  const head =
    bundle === null
      ? ''
      : `<meta name="waypost-explorer" content="${escapeAttribute(JSON.stringify(told))}">
<link rel="manifest" href="explorer/app.webmanifest">
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
<meta name="description" content="Outdoor maps, routes and terrain from your own machine">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${logoUrl ?? `data:image/svg+xml,${encodeURIComponent(ICON)}`}">
${head}</head>
<body>${body}</body>
</html>
`
}
