// Everything that an answer reports about itself stands in one table: each warning, unknown, reason and note with cases
// that must have it and cases that must not, which differ from those in one thing.

import { type AnySentence, Sentence } from '../../src/language/sentence.ts'
import type { Unknown, UnknownCode, Warning, WarningCode } from '../../src/unknowns.ts'

/** What is reported in a case. */
export type Case = () => string[] | Promise<string[]>

export interface Row {
  must: Record<string, Case>
  mustNot: Record<string, Case>
}

/** Rows by what they report. */
export type Rows = Partial<Record<`unknown ${UnknownCode}` | `warning ${WarningCode}`, Row>>

export function reportedBy({
  unknowns = [],
  warnings = [],
}: {
  unknowns?: readonly Unknown[]
  warnings?: readonly Warning[]
}): string[] {
  for (const { message } of [...unknowns, ...warnings]) listen(message as AnySentence)
  return [...unknowns.map(({ code }) => `unknown ${code}`), ...warnings.map(({ code }) => `warning ${code}`)]
}

/** The sentences of all cases that have run, and those inside them. */
export const SAID = new Set<string>()

function listen({ code, values }: AnySentence): void {
  SAID.add(code)
  for (const value of Object.values(values).flat()) if (value instanceof Sentence) listen(value as AnySentence)
}
