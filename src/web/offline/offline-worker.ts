// The service worker: the page opens without a connection, with the areas of the map that are kept. Each version keeps
// its own page with just the files that this page names, so that an update never mixes two versions. It answers for
// the page, its files and the files of the map alone; questions to the service are never answered from here.

import { pieceWith, readRange } from './byte-ranges.ts'
import { AREA_CACHE, KEPT_WITH, listAreas, pieceAddress, type KeptArea } from './kept-area.ts'
import type { WorkerFacts } from './worker-facts.ts'

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  WAYPOST: WorkerFacts
  registration: { scope: string }
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: () => void): void
}

const worker = globalThis as unknown as Worker
const { version, files, apiUrl } = worker.WAYPOST
const scope = new URL(worker.registration.scope)
const MANIFEST = new URL('explorer/app.webmanifest', scope)
const PAGE_CACHE = 'waypost-page-'
const OWN_CACHE = `${PAGE_CACHE}${version}`
/** A page still open may need files of the version before. */
const KEPT_WITHS = 2
/** A connection that is so slow is none for a page that is there already. */
const PATIENCE_MS = 4000

worker.addEventListener('install', (event) => event.waitUntil(keepPage()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', () => (areas = null))
worker.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request)
  if (answer !== null) event.respondWith(answer)
})

/** Null: the browser goes on as if there were no worker. */
function answerFor(request: Request): Promise<Response> | null {
  if (request.method !== 'GET') return null
  const { origin, pathname, href } = new URL(request.url)
  if (origin === scope.origin) {
    if (request.mode === 'navigate') return pathname === scope.pathname ? page(request) : null
    if (pathname === MANIFEST.pathname) return fromServiceOr(request, () => ownFile(MANIFEST.href))
    if (files.includes(pathname.slice(scope.pathname.length))) return pageFile(request)
  }
  if (href === `${apiUrl}/pmtiles/current/manifest.json`) return manifest(request)
  if (href.startsWith(`${apiUrl}/pmtiles/current/manifest.json?${KEPT_WITH}=`)) return keptManifest(request)
  if (href.startsWith(`${apiUrl}/pmtiles/`)) return archive(request)
  if (href.startsWith(`${apiUrl}/styles/`)) return styleFile(request)
  return null
}

/** Throws where the page of now is of another version than this worker, which is then not installed. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(OWN_CACHE)
  const answer = await fetch(scope.href, { cache: 'no-cache' })
  const html = await answer.clone().text()
  const named = [...html.matchAll(/"explorer\/([\w.-]+\.(?:js|css))"/g)].map(([, name]) => `explorer/${name}`)
  if (!answer.ok || named.length === 0 || named.some((name) => !files.includes(name)))
    throw new Error('The page is of another version than its worker.')
  for (const file of files) {
    const address = new URL(file, scope).href
    // all but one have the hash of their content in their names
    const known = address === MANIFEST.href ? undefined : await caches.match(address)
    const found = known ?? (await fetch(address, { cache: address === MANIFEST.href ? 'no-cache' : 'default' }))
    if (!found.ok) throw new Error(`${file}: HTTP ${found.status}`)
    await cache.put(address, found)
  }
  await cache.put(scope.href, answer)
  await worker.skipWaiting()
}

async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGE_CACHE) && name !== OWN_CACHE)
  for (const name of names.slice(0, Math.max(0, names.length - (KEPT_WITHS - 1)))) await caches.delete(name)
  await worker.clients.claim()
}

/** From the service if it answers soon, else as it was kept. */
async function page(request: Request): Promise<Response> {
  return fromServiceOr(request, () => ownFile(scope.href))
}

async function ownFile(address: string): Promise<Response | undefined> {
  return (await caches.open(OWN_CACHE)).match(address)
}

async function pageFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

async function manifest(request: Request): Promise<Response> {
  return fromServiceOr(request, () => findInAreas(request.url))
}

/** Areas that were kept before and after an import have different maps. */
async function keptManifest({ url }: Request): Promise<Response> {
  const [address, wanted] = url.split(`?${KEPT_WITH}=`)
  return (await findInAreas(address, ({ id }) => id === wanted)) ?? fetch(address)
}

async function styleFile(request: Request): Promise<Response> {
  const kept = await findInAreas(request.url)
  if (kept !== undefined) return kept
  // without these letters a label is left out; without an answer the whole tile would be
  if (request.url.includes('/glyphs/')) return fetch(request).catch(() => new Response(new Uint8Array()))
  return fetch(request)
}

/** The bytes of an archive from a kept piece, else from the service. */
async function archive(request: Request): Promise<Response> {
  const range = readRange(request.headers.get('range'))
  const kept = range === null ? null : await findPiece(request.url, range[0], range[1])
  return kept ?? fetch(request)
}

async function findPiece(address: string, offset: number, length: number): Promise<Response | null> {
  for (const area of await currentAreas()) {
    const archive = area.archives[address]
    if (archive === undefined) continue
    // the first read may go beyond the end of a small archive
    const wanted = Math.min(length, (archive.sizeBytes ?? Infinity) - offset)
    const piece = pieceWith(archive.pieces, offset, wanted)
    if (piece === null) continue
    const cache = await caches.open(`${AREA_CACHE}${area.id}`)
    const found = await cache.match(pieceAddress(address, piece))
    if (found === undefined) continue
    const bytes = (await found.blob()).slice(offset - piece[0], offset - piece[0] + wanted)
    return new Response(bytes, {
      status: 206,
      headers: {
        'content-length': String(wanted),
        'content-range': `bytes ${offset}-${offset + wanted - 1}/${archive.sizeBytes ?? '*'}`,
        ...(archive.etag === null ? {} : { etag: archive.etag }),
      },
    })
  }
  return null
}

let areas: Promise<KeptArea[]> | null = null
/** Read once; a message says that they have changed. */
function currentAreas(): Promise<KeptArea[]> {
  areas ??= listAreas()
  return areas
}

async function findInAreas(address: string, isWanted = (_area: KeptArea) => true): Promise<Response | undefined> {
  for (const area of (await currentAreas()).filter(isWanted)) {
    const found = await (await caches.open(`${AREA_CACHE}${area.id}`)).match(address)
    if (found !== undefined) return found
  }
  return undefined
}

async function fromServiceOr(request: Request, findKept: () => Promise<Response | undefined>): Promise<Response> {
  const stop = new AbortController()
  const kept = await findKept()
  if (kept === undefined) return fetch(request)
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
  try {
    // A question of a navigation cannot be asked again as it is. Where it leads (signing in, say) is for the browser.
    const answer = await fetch(request.url, { redirect: request.redirect, signal: stop.signal })
    return answer.status >= 500 ? kept : answer
  } catch {
    return kept
  } finally {
    clearTimeout(timer)
  }
}
