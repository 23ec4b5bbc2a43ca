// The id of an event: digests of the answer and of each mark it was made from. A client that reconnects with it
// receives nothing while that state is current; otherwise the next event lists the marks that have changed.

import { createHash } from 'node:crypto'
import type { ConditionsCause } from '../../conditions.ts'

/** As texts; equal texts are equal states. */
export interface EventState {
  answer: string
  release: string
  snow: string
  forecast: string
}

const DIGITS = { answer: 22, release: 8, snow: 8, forecast: 8 } as const
const PARTS = Object.keys(DIGITS) as (keyof EventState)[]
const ID = /^[\w-]{22}(\.[\w-]{8}){3}$/

export function eventId(state: EventState): string {
  return PARTS.map((part) => createHash('sha256').update(state[part]).digest('base64url').slice(0, DIGITS[part])).join(
    '.',
  )
}

/** Null for what is no id of ours. */
export function readEventId(text: string | undefined): string | null {
  return text !== undefined && ID.test(text) ? text : null
}

export function sameAnswer(id: string, other: string): boolean {
  return id.split('.')[0] === other.split('.')[0]
}

/** Which marks differ; `time` where none does. */
export function causesBetween(before: string, after: string): ConditionsCause[] {
  const [, ...old] = before.split('.')
  const [, ...now] = after.split('.')
  const causes = (['release', 'snow', 'forecast'] as const).filter((_, index) => old[index] !== now[index])
  return causes.length === 0 ? ['time'] : causes
}
