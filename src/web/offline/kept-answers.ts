// Answers of the service that this browser keeps, so that the last tours are there without a connection: lines with
// heights, facts and directions, names, what lies along. Weather and snow are never kept: old ones would pass for
// today's. A kept answer is given for the same question only, and with the time at which it was asked.

import { signal } from '@preact/signals'
import type { Plan } from '../plan/plan.ts'
import { toHash } from '../plan/plan-hash.ts'
import { plan } from '../plan/session.ts'
import { loadTours } from '../plan/tours.ts'

const CACHE = 'waypost-answers'
/** Documents that make a tour, and those that go with one. */
const TOURS: ReadonlySet<string> = new Set(['RouteOnMap', 'Loops'])
const BESIDE: ReadonlySet<string> = new Set([
  'LineProfile',
  'NameOfPoint',
  'NameOfTrail',
  'RouteCompany',
  'TrailDetails',
])
const MOST_TOURS = 50
const MOST_ANSWERS = 400
/** A route that is replaced sooner was a step on the way to another. */
const SETTLED_MS = 1500

export interface KeptTour {
  /** as after # in an address */
  plan: string
  /** after its ends, as they were called then; empty where they had no names */
  title: string
  /** ISO time */
  at: string
}

/** When the route or loop that is shown was kept, ISO; null: it comes from the service just now. */
export const shownSince = signal<string | null>(null)
/** The tours that are kept, the last first, and the bytes of all answers. */
export const keptTours = signal<{ tours: KeptTour[]; bytes: number }>({ tours: [], bytes: 0 })

/** Other ways beside a route are asked by its document, too; they are no tour of their own. */
export const isTour = (name: string, variables: object): boolean =>
  TOURS.has(name) && !('withAlternatives' in variables)
export const mayBeKept = (name: string): boolean => TOURS.has(name) || BESIDE.has(name)

let titleOf: (planned: Plan) => string = () => ''
/** How tours are called when they are kept. */
export function titleToursBy(title: typeof titleOf): void {
  titleOf = title
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Keeps an answer once it has stood for a moment; where the browser keeps nothing, nothing happens. */
export function keepAnswer(name: string, query: string, variables: object, data: object): void {
  if (typeof caches === 'undefined') return
  const planned = isTour(name, variables) ? toHash({ plan: plan.peek(), camera: null }) : ''
  const keep = () => void write(name, query, variables, data, planned).catch(() => undefined)
  if (!isTour(name, variables)) return keep()
  clearTimeout(waiting.get(name))
  waiting.set(name, setTimeout(keep, SETTLED_MS))
}

/** The answer to the same question; null: none is kept. */
export async function findAnswer<Data>(query: string, variables: object): Promise<{ data: Data; at: string } | null> {
  if (typeof caches === 'undefined') return null
  const found = await (await caches.open(CACHE)).match(await addressOf(query, variables)).catch(() => undefined)
  if (found === undefined) return null
  return { data: (await found.json()) as Data, at: found.headers.get('x-at') ?? '' }
}

/** Also what was about to be kept. */
export async function forgetAnswers(): Promise<void> {
  for (const timer of waiting.values()) clearTimeout(timer)
  await caches.delete(CACHE)
  await countTours()
}

/** Reads what is kept into `keptTours`. */
export async function countTours(): Promise<void> {
  if (typeof caches === 'undefined') return
  // to open it would make it
  const answers = (await caches.has(CACHE)) ? await (await caches.open(CACHE)).matchAll() : []
  const tours = new Map<string, KeptTour>()
  for (const { headers } of answers) {
    const planned = decodeURIComponent(headers.get('x-plan') ?? '')
    const title = decodeURIComponent(headers.get('x-title') ?? '')
    if (planned !== '') tours.set(planned, { plan: planned, title, at: headers.get('x-at') ?? '' })
  }
  keptTours.value = {
    tours: [...tours.values()].reverse(),
    bytes: answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length') ?? 0), 0),
  }
}

async function write(name: string, query: string, variables: object, data: object, planned: string): Promise<void> {
  const cache = await caches.open(CACHE)
  const address = await addressOf(query, variables)
  const body = new TextEncoder().encode(JSON.stringify(data))
  await cache.delete(address) // the newest comes last
  await cache.put(
    address,
    new Response(body, {
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-name': name,
        'x-plan': encodeURIComponent(planned),
        'x-title': encodeURIComponent(planned === '' ? '' : titleOf(plan.peek())),
        'x-at': new Date().toISOString(),
      },
    }),
  )
  await dropOldest(cache)
  if (planned !== '') await countTours()
}

/** Saved tours stay, whatever their age. */
async function dropOldest(cache: Cache): Promise<void> {
  const saved = new Set(loadTours().map((tour) => tour.plan))
  const addresses = await cache.keys()
  const answers = await cache.matchAll()
  const planned = answers.map(({ headers }) => decodeURIComponent(headers.get('x-plan') ?? ''))
  let tours = planned.filter((one) => one !== '').length
  let all = answers.length
  for (const [i, address] of addresses.entries()) {
    const isOne = planned[i] !== ''
    if (saved.has(planned[i]) || !(isOne ? tours > MOST_TOURS : all > MOST_ANSWERS)) continue
    await cache.delete(address)
    all--
    if (isOne) tours--
  }
}

/** Whatever language its names came in: sentences are said in any. */
async function addressOf(query: string, variables: object): Promise<string> {
  const requested = JSON.stringify({ ...variables, language: undefined })
  const text = new TextEncoder().encode(`${query}\n${requested}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return `/kept/answers/${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
