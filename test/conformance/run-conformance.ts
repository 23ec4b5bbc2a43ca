// Every operation in turn, every case of it, one request at a time.

import { Client, NetworkFailure, type Transport } from './client.ts'
import { findRegion } from './find-region.ts'
import { gateCases } from './gate-cases.ts'
import { judge, unrequested } from './judge.ts'
import { Known } from './known.ts'
import type { Box } from './lines.ts'
import { type Case, type Exchange, NotRequested, type Operation, type Result } from './operation.ts'

const MAX_FAILURES_IN_A_ROW = 3

export interface Run {
  results: Result[]
  requests: number
  /** requests that got no answer, each with its reason */
  unanswered: string[]
}

export interface RunOptions {
  operations: readonly Operation[]
  api: string
  site: string | null
  key: string | null
  browserKey: string | null
  box: Box | null
  isMetered: boolean
  nowMs: number
  transport?: Transport
  /** each answered case, as it was judged */
  onExchange?: (one: Case, context: Exchange) => void
}

/** Throws NetworkFailure where the server cannot be reached at all, GivenUp where it refuses to go on. */
export async function runConformance(options: RunOptions): Promise<Run> {
  const client = new Client(options)
  const known = new Known(options)
  await findRegion(client, known, options.box)
  const run: Run = { results: [], requests: 0, unanswered: [] }
  let failuresInARow = 0
  for (const operation of options.operations)
    for (const one of [...operation.cases, ...gateCases(operation)]) {
      try {
        if (operation.host === 'site' && !client.hasSite) throw new NotRequested('the address of the site is not known')
        run.results.push(...(await askAndJudge(client, known, operation, one, options.onExchange)))
        failuresInARow = 0
      } catch (error) {
        if (error instanceof NetworkFailure) {
          if (++failuresInARow === MAX_FAILURES_IN_A_ROW) throw error
          run.unanswered.push(error.message)
        } else if (!(error instanceof NotRequested)) throw error
        run.results.push(...unrequested(one, operation, (error as Error).message))
      }
    }
  run.requests = client.requests
  return run
}

const MOST_ATTEMPTS = 2
/** The fault of a check that counts what a key has left. */
const OF_CREDITS = /^-?\d+ credits were taken$/

/** What disagrees about credits alone is asked once more: another client of the key looks the same. */
async function askAndJudge(
  client: Client,
  known: Known,
  operation: Operation,
  one: Case,
  onExchange: RunOptions['onExchange'],
): Promise<Result[]> {
  for (let attempt = 1; ; attempt++) {
    const ask = one.ask(known)
    const creditsBefore = client.creditsLeft
    const answer = await client.send(ask)
    known.answers.set(`${operation.id}: ${one.name}`, answer)
    const context = { operation, ask, answer, known, creditsBefore }
    onExchange?.(one, context)
    const results = judge(one, context)
    // somebody else may have used the key between two answers
    const isOfCredits = results.some(({ outcome, detail }) => outcome === 'failed' && OF_CREDITS.test(detail))
    if (!isOfCredits || attempt === MOST_ATTEMPTS) return results
  }
}
