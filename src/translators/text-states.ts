// How far each text of a catalogue is: missing, made by a machine, written or read by a person, or read against an
// English that has changed since.

import { createHash } from 'node:crypto'
import type { EnglishCatalogue } from '../language/codegen/print-values.ts'

export const STATES = ['missing', 'stale', 'machine', 'person'] as const
type State = (typeof STATES)[number]

export type Section = 'messages' | 'page'
export type Texts = Readonly<Record<string, string>>

/** A file of `catalogues/`, as far as translators go. */
export interface TranslatedCatalogue extends Partial<Record<Section, Texts>> {
  '@language': string
  '@name': string
  '@made': 'machine' | 'person'
  /** of each text that a person has read the hash of the English that it was read against */
  '@reviewed'?: Partial<Record<Section, Texts>>
  /** what is to be translated */
  '@english'?: Partial<Record<Section, Texts>>
}

export interface TextState {
  section: Section
  code: string
  english: string
  /** null: missing */
  own: string | null
  state: State
}

export const hashOf = (english: string) => createHash('sha256').update(english).digest('hex').slice(0, 8)

/** Of every text that English has; forms that only the language has go with theirs. */
export function statesOf(own: TranslatedCatalogue, english: EnglishCatalogue): TextState[] {
  return (['messages', 'page'] as const).flatMap((section) =>
    Object.entries(english[section]).map(([code, text]) => ({
      section,
      code,
      english: text,
      own: own[section]?.[code] ?? null,
      state: stateOf(own, section, code, text),
    })),
  )
}

function stateOf(own: TranslatedCatalogue, section: Section, code: string, english: string): State {
  if (own[section]?.[code] === undefined) return 'missing'
  const hash = own['@reviewed']?.[section]?.[code]
  return hash === undefined ? own['@made'] : hash === hashOf(english) ? 'person' : 'stale'
}
