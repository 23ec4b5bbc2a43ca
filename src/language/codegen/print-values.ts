// `generated/message-values.ts`: the codes of the English catalogue with the names of their values, the kinds of these
// values, and the words of its families, so that a value that is missing or misspelt does not compile.
// `generated/page-words.ts`: the same of the words of the explorer page.

import { Message } from '../message.ts'
import { splitKind } from '../value-kinds.ts'

/** The file that all other languages are translated from. */
export interface EnglishCatalogue {
  '@language': string
  /** of each name of a value its kind, everywhere */
  '@values': Readonly<Record<string, string>>
  /** values that other languages need beside those of the English message */
  '@also': Readonly<Record<string, readonly string[]>>
  messages: Readonly<Record<string, string>>
  /** words of the explorer page */
  page: Readonly<Record<string, string>>
}

/** Kinds whose words are a family of messages of that name. */
const FAMILIES_OF_KINDS = ['heading', 'point', 'way']

/** Families of words: messages that are said inside others only. */
export function wordFamilies({ '@values': kinds }: Pick<EnglishCatalogue, '@values'>): ReadonlySet<string> {
  const named = Object.values(kinds).flatMap((kind) => {
    const [name, of] = splitKind(kind)
    return name === 'word' || name === 'tag' ? [of] : []
  })
  return new Set([...FAMILIES_OF_KINDS, ...named, 'shape'])
}

/** Names of the values of a message of the English catalogue. */
export function valueNames(catalogue: EnglishCatalogue, code: string): string[] {
  const { slots } = new Message(catalogue.messages[code], 'en')
  const names = [...slots.map(({ name }) => name), ...(catalogue['@also'][code] ?? [])]
  return [...new Set(names)].sort()
}

const union = (all: Iterable<string>) => [...all].map((one) => `'${one}'`).join(' | ')

export function printedMessageValues(catalogue: EnglishCatalogue): string {
  const families = wordFamilies(catalogue)
  const words = new Map<string, Set<string>>()
  const sayable: string[] = []
  for (const code of Object.keys(catalogue.messages)) {
    const [family, word] = code.split('.')
    if (!families.has(family)) sayable.push(code)
    else words.set(family, (words.get(family) ?? new Set()).add(word))
  }
  const names = (code: string) => union(valueNames(catalogue, code)) || 'never'
  return [
    '// Made by `npm run codegen` from catalogues/en.json.',
    '',
    '/** Of each name of a value its kind. */',
    'export const VALUE_KINDS = {',
    ...Object.entries(catalogue['@values']).map(([name, kind]) => `  ${name}: '${kind}',`),
    '} as const',
    '',
    '/** Words of each family. */',
    'export interface Words {',
    ...[...words].map(([family, all]) => `  ${family}: ${union(all)}`),
    '}',
    '',
    '/** Names of the values of each message. */',
    'export interface MessageValueNames {',
    ...sayable.map((code) => `  '${code}': ${names(code)}`),
    '}',
    '',
  ].join('\n')
}

/** Names of the values in words of the page. */
export function wordValueNames(words: string): string[] {
  const { slots } = new Message(words, 'en')
  return [...new Set(slots.map(({ name }) => name))].sort()
}

export function printedPageWords({ page }: EnglishCatalogue): string {
  return [
    '// Made by `npm run codegen` from `page` of catalogues/en.json.',
    '',
    '/** Names of the values of all words of the explorer page. */',
    'export interface PageWords {',
    ...Object.entries(page).map(([key, words]) => `  '${key}': ${union(wordValueNames(words)) || 'never'}`),
    '}',
    '',
    'export type WordKey = keyof PageWords',
    '',
  ].join('\n')
}
