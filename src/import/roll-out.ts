// `npm run releases -- promote ID --servers a=URL,b=URL`: rolls a release over servers with data folders of their own,
// one after another. It writes into the store which release a server is to serve; the server's own timer follows that
// (`npm run releases -- follow`), and /readyz tells when routes are found on it. The first server that does not come to
// it in time ends the roll: it is instructed to go back, and the ones after it are not touched.

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../errors.ts'
import { SEGMENT } from '../releases/release-manifest.ts'
import { findWanted, readStored, writeWanted, type ReleaseShelf, type Wanted } from './stored-release.ts'

const ANSWER_MS = 5000
const MAX_ANSWER_BYTES = 65_536

export interface Server {
  name: string
  /** of its probes, or of its API: what has /readyz */
  url: string
}

export interface RollOptions {
  /** how long each server may take */
  waitMs: number
  acceptShrink: boolean
  pollMs?: number
  note(sentence: string): void
}

/** `a=http://10.0.0.1:4002,b=...`. Throws ServiceError `invalid_input`. */
export function readServers(text: string): Server[] {
  const servers = text.split(',').map((one): Server => {
    const [, name, url] = /^([^=]+)=(.+)$/.exec(one.trim()) ?? []
    const parsed = URL.parse(url ?? '')
    if (name === undefined || !SEGMENT.test(name) || parsed === null || !/^https?:$/.test(parsed.protocol))
      throw mistake(`--servers has "${one.slice(0, 60)}": expected NAME=URL, e.g. a=http://10.0.0.1:4002.`)
    return { name, url: parsed.href.replace(/\/?$/, '/') }
  })
  if (new Set(servers.map(({ name }) => name)).size < servers.length) throw mistake('--servers names a server twice.')
  return servers
}

/** The text to print. Throws ServiceError, which says how far it came. */
export async function rollOut(
  shelf: ReleaseShelf,
  id: string,
  servers: readonly Server[],
  { waitMs, acceptShrink, pollMs = 2000, note }: RollOptions,
): Promise<string> {
  await readStored(shelf, id)
  const before = new Map<string, Wanted | null>()
  for (const server of servers) {
    const standing = await askReady(server)
    if ('problem' in standing) throw mistake(`${server.name} ${standing.problem}: nothing was promoted.`)
    const wanted = await findWanted(shelf, `wanted/${server.name}`)
    before.set(server.name, wanted ?? onlyOne(standing.serves))
  }
  for (const [i, server] of servers.entries()) {
    const stop = (sentence: string): ServiceError => {
      const rest = servers.slice(i).map(({ name }) => name)
      const done = servers.slice(0, i).map(({ name }) => name)
      return mistake(`${sentence} Promoted: ${done.join(', ') || 'none'}. Not promoted: ${rest.join(', ')}.`)
    }
    for (const earlier of servers.slice(0, i)) {
      const problem = await findProblem(earlier, id)
      if (problem !== null) throw stop(`${earlier.name} served ${id} and now ${problem}.`)
    }
    await writeWanted(shelf, server.name, { release: id, acceptShrink })
    const problem = await waitFor(server, id, waitMs, pollMs)
    if (problem !== null) {
      const old = before.get(server.name) ?? null
      await writeWanted(shelf, server.name, old)
      const back = old === null ? 'It may choose its release again' : `It has been sent back to ${old.release}`
      throw stop(
        `${server.name} does not serve ${id} after ${Math.round(waitMs / 1000)} s: it ${problem}. ${back}; its log says more (journalctl -u waypost-follow).`,
      )
    }
    note(`${server.name} serves ${id}`)
  }
  return `${id} is served by ${servers.map(({ name }) => name).join(', ')}.`
}

/** What a server served before the first roll; of several regions it is not known which. */
function onlyOne(serves: readonly string[]): Wanted | null {
  return serves.length === 1 ? { release: serves[0], acceptShrink: false } : null
}

/** Null once it serves the release; otherwise what was wrong at the end. */
async function waitFor(server: Server, id: string, waitMs: number, pollMs: number): Promise<string | null> {
  const untilMs = performance.now() + waitMs
  for (;;) {
    const problem = await findProblem(server, id)
    if (problem === null || performance.now() >= untilMs) return problem
    await sleep(Math.min(pollMs, Math.max(1, untilMs - performance.now())))
  }
}

async function findProblem(server: Server, id: string): Promise<string | null> {
  const standing = await askReady(server)
  if ('problem' in standing) return standing.problem
  return standing.serves.includes(id) ? null : `serves ${standing.serves.join(' and ')}`
}

/** What a server serves, a release for each region; or why it is not ready, to be said after its name. */
async function askReady({ url }: Server): Promise<{ serves: string[] } | { problem: string }> {
  try {
    const response = await fetch(new URL('readyz', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = await readShort(response)
    if (response.status !== 200) return { problem: `is not ready (${response.status})` }
    const { release } = JSON.parse(text) as { release?: unknown }
    if (typeof release !== 'string') return { problem: 'does not say which release it serves' }
    return { serves: release.split('+').filter((one) => SEGMENT.test(one)) }
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { problem: 'does not say which release it serves' }
    const { cause, message } = thrown as Error & { cause?: { code?: string } }
    return { problem: `does not answer /readyz (${cause?.code ?? message})` }
  }
}

async function readShort(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) throw new SyntaxError('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function mistake(sentence: string): ServiceError {
  return new ServiceError('invalid_input', sentence)
}
