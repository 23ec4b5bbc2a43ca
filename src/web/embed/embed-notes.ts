// Sentences that a <waypost-map> shows: what failed, and what is good to know. The service says its own in the language
// of the element.

import { WaypostError } from '../../../clients/typescript/src/waypost-error.ts'
import type { Language } from '../i18n/words.ts'
import { adviceFor, embedWord, type EmbedWord } from './embed-words.ts'

export interface Note {
  text: string
  /** of the text */
  language: Language
}

/** A failure in words for the visitor. */
export class EmbedFault extends Error {
  readonly notes: readonly Note[]
  /** whether asking again may help */
  readonly mayPass: boolean
  constructor(notes: readonly Note[], mayPass: boolean) {
    super(notes.map(({ text }) => text).join(' '))
    this.notes = notes
    this.mayPass = mayPass
  }
}

/** Failures that the author of the page, or time, must mend: what the service says of them is not for a visitor. */
const OWN_WORDS: Readonly<Record<string, EmbedWord>> = { invalid_key: 'key.invalid', origin_not_allowed: 'key.origin' }
const WITHOUT_MESSAGE: ReadonlySet<string> = new Set([
  'no_connection',
  'credits_exhausted',
  'rate_limited',
  'bbox_daily_ceiling',
])
const PASSING: ReadonlySet<string> = new Set([
  'no_connection',
  'no_answer',
  'busy',
  'rate_limited',
  'concurrency_limit',
  'credits_exhausted',
  'internal',
])

export function note(language: Language, key: EmbedWord, values: Readonly<Record<string, string | number>> = {}): Note {
  return { text: embedWord(language, key, values), language }
}

/** Whatever was thrown: what happened, and what to do. */
export function failureNotes(language: Language, thrown: unknown): Note[] {
  if (thrown instanceof EmbedFault) return [...thrown.notes]
  if (!(thrown instanceof WaypostError)) return [{ text: String(thrown), language: 'en' }]
  const { code, message } = thrown
  if (code in OWN_WORDS) return [note(language, OWN_WORDS[code])]
  const advice = adviceFor(language, code)
  return [
    ...(WITHOUT_MESSAGE.has(code) && advice !== null
      ? []
      : [{ text: message, language: code === 'no_answer' ? 'en' : language }]),
    ...(advice === null ? [] : [{ text: advice, language }]),
  ]
}

export const mayPass = (thrown: unknown): boolean => thrown instanceof WaypostError && PASSING.has(thrown.code)

/** Warnings or unknowns of an answer, as the service said them in the language. */
export const answerNotes = (language: Language, found: readonly { message: string }[] | null | undefined): Note[] =>
  (found ?? []).map(({ message }) => ({ text: message, language }))
