// Keeps an area of the map in this browser: plans it, loads what is missing with progress, and writes down what there
// is only when all of it is there, so that an area is kept whole or not at all.

import { signal } from '@preact/signals'
import { config } from '../plan/session.ts'
import { LANGUAGE_TAGS } from '../i18n/languages.ts'
import { keptAreas, readAreas } from './areas-here.ts'
import { AREA_ADDRESS, AREA_CACHE, pieceAddress, type KeptArea } from './kept-area.ts'
import { loadPiece, MAX_AREA_BYTES, planArea, TooLarge, type AreaBox, type AreaPlan } from './plan-area.ts'

interface Manifest {
  artifacts: Record<string, { url: string; version: string; dark_url?: string; sprite?: string; glyphs?: string }>
}

export interface OfferedArea extends AreaPlan {
  name: string
  mapVersion: string
  /** manifest, styles, signs and letters, loaded while planning: they are small */
  small: Map<string, ArrayBuffer>
}

export type AreaState =
  | { state: 'idle' }
  | { state: 'planning' }
  | { state: 'offered'; offer: OfferedArea }
  | { state: 'keeping'; doneBytes: number; bytes: number }
  | { state: 'failed'; why: 'large' | 'space' | 'loading' }

const ARCHIVES = ['basemap', 'contours', 'terrain']
const FONTS = ['Noto Sans Regular', 'Noto Sans Medium', 'Noto Sans Italic']
/** Latin letters with accents, and signs; ranges that the map has already loaded are added. */
const ALWAYS = ['0-255', '256-511', '8192-8447']
const AT_ONCE = 4

export const areaState = signal<AreaState>({ state: 'idle' })
/** Version of the map that is served; null: not known. */
export const servedMap = signal<string | null>(null)

let running: AbortController | null = null

/** Asks which map is served, so that an older kept one can be renewed. */
export async function lookForNewMap(): Promise<void> {
  const address = `${config.apiUrl}/pmtiles/current/manifest.json`
  const answer = await fetch(address, { cache: 'no-cache' }).catch(() => null)
  if (answer?.ok) servedMap.value = ((await answer.json()) as Manifest).artifacts.basemap?.version ?? null
}

/** Finds out how much the area takes, and offers it. */
export async function offerArea(name: string, box: AreaBox): Promise<void> {
  const { signal: stop } = begin()
  areaState.value = { state: 'planning' }
  try {
    const offer = await plan(name, box, stop)
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
    if (offer.bytes > quota - usage) areaState.value = { state: 'failed', why: 'space' }
    else areaState.value = { state: 'offered', offer }
  } catch (thrown) {
    if (!stop.aborted) areaState.value = { state: 'failed', why: thrown instanceof TooLarge ? 'large' : 'loading' }
  }
}

export async function keepArea(offer: OfferedArea): Promise<void> {
  const { signal: stop } = begin()
  const id = crypto.randomUUID()
  areaState.value = { state: 'keeping', doneBytes: 0, bytes: offer.bytes }
  try {
    await load(offer, id, stop)
    // what it replaces goes only now
    for (const old of keptAreas.peek()) if (old.name === offer.name) await caches.delete(`${AREA_CACHE}${old.id}`)
    areaState.value = { state: 'idle' }
  } catch (thrown) {
    await caches.delete(`${AREA_CACHE}${id}`)
    const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
    if (!stop.aborted) areaState.value = { state: 'failed', why: isFull ? 'space' : 'loading' }
  }
  await readAreas()
}

export async function dropArea(id: string): Promise<void> {
  await caches.delete(`${AREA_CACHE}${id}`)
  await readAreas()
}

export function cancelArea(): void {
  running?.abort()
  areaState.value = { state: 'idle' }
}

function begin(): AbortController {
  running?.abort()
  running = new AbortController()
  return running
}

async function plan(name: string, box: AreaBox, stop: AbortSignal): Promise<OfferedArea> {
  const address = `${config.apiUrl}/pmtiles/current/manifest.json`
  const manifest = await (await load200(address, stop)).arrayBuffer()
  const { artifacts } = JSON.parse(new TextDecoder().decode(manifest)) as Manifest
  servedMap.value = artifacts.basemap.version
  const small = await loadSmall(artifacts, stop)
  small.set(address, manifest)
  const addresses = ARCHIVES.flatMap((one) => artifacts[one]?.url ?? [])
  const planned = await planArea(addresses, box, stop)
  const bytes = [...small.values()].reduce((sum, { byteLength }) => sum + byteLength, planned.bytes)
  if (bytes > MAX_AREA_BYTES) throw new TooLarge()
  return { ...planned, bytes, name, mapVersion: artifacts.basemap.version, small }
}

async function loadSmall(artifacts: Manifest['artifacts'], stop: AbortSignal): Promise<Map<string, ArrayBuffer>> {
  const { url, dark_url, sprite, glyphs } = artifacts.styles
  const styles = [url, dark_url!].flatMap((style) => LANGUAGE_TAGS.map((language) => `${style}?language=${language}`))
  const sprites = ['.json', '.png', '@2x.json', '@2x.png'].map((end) => `${sprite}${end}`)
  const seen = performance.getEntriesByType('resource').flatMap(({ name }) => /\/(\d+-\d+)\.pbf$/.exec(name)?.[1] ?? [])
  const letters = [...new Set([...ALWAYS, ...seen])].flatMap((range) =>
    FONTS.map((font) => glyphs!.replace('{fontstack}', encodeURIComponent(font)).replace('{range}', range)),
  )
  const small = new Map<string, ArrayBuffer>()
  await inTurns([...styles, ...sprites, ...letters], async (address) => {
    small.set(address, await (await load200(address, stop)).arrayBuffer())
  })
  return small
}

async function load(offer: OfferedArea, id: string, stop: AbortSignal): Promise<void> {
  const cache = await caches.open(`${AREA_CACHE}${id}`)
  let doneBytes = 0
  const put = async (address: string, body: ArrayBuffer): Promise<void> => {
    await cache.put(address, new Response(body, { headers: { 'content-length': String(body.byteLength) } }))
    stop.throwIfAborted()
    doneBytes += body.byteLength
    areaState.value = { state: 'keeping', doneBytes, bytes: offer.bytes }
  }
  for (const [address, body] of offer.small) await put(address, body)
  for (const { address, read, pieces } of offer.archives) {
    for (const [piece, body] of read) await put(pieceAddress(address, piece), body)
    await inTurns(pieces, async (piece) => {
      const { bytes } = await loadPiece(address, piece, stop)
      if (bytes.byteLength !== piece[1]) throw new Error(`${address} ends too early`)
      await put(pieceAddress(address, piece), bytes)
    })
  }
  const area: KeptArea = {
    id,
    name: offer.name,
    box: offer.box,
    at: new Date().toISOString(),
    bytes: offer.bytes,
    mapVersion: offer.mapVersion,
    archives: Object.fromEntries(
      offer.archives.map(({ address, etag, sizeBytes, read, pieces }) => [
        address,
        { etag, sizeBytes, pieces: [...read.keys(), ...pieces] },
      ]),
    ),
  }
  await cache.put(AREA_ADDRESS, new Response(JSON.stringify(area)))
}

async function load200(address: string, stop: AbortSignal): Promise<Response> {
  const answer = await fetch(address, { signal: stop })
  if (!answer.ok) throw new Error(`${new URL(address).pathname}: HTTP ${answer.status}`)
  return answer
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    while (next < items.length) await work(items[next++])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}
