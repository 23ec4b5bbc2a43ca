// What is wrong in a catalogue, each with its line: used by the tests, which fail for any of it.

import { IntlMessageFormat } from 'intl-messageformat'
import { splitKind, VALUE_TEXTS } from '../value-kinds.ts'
import { type EnglishCatalogue, valueNames, wordFamilies, wordValueNames } from './print-values.ts'

/** Kinds that a plural may count. */
const COUNTED = new Set(['number', 'plain', 'decimals', 'share', 'degrees', 'minutes', 'list'])
/** Kinds whose words a select may name. */
const CHOSEN = new Set(['choice', 'word', 'tag', 'way', 'point'])
const CODE = /^[a-z]+(?:\.[\p{L}\w-]+)+$/u
/** Of a name: `rue-`, `-straße`. */
const NAME_PART = /\.-|-$/
const HEAD = new Set([
  '@language',
  '@name',
  '@made',
  '@address',
  '@values',
  '@also',
  '@about',
  '@reviewed',
  '@english',
  'messages',
  'page',
])

/** A part of the syntax tree of a message; types as intl-messageformat numbers them. */
interface Element {
  type: number
  value: string
  style?: unknown
  offset?: number
  pluralType?: Intl.PluralRuleType
  options?: Record<string, { value: Element[] }>
}
const TYPES = ['text', 'argument', 'number', 'date', 'time', 'select', 'plural', 'pound', 'tag']

type Sections = Partial<Pick<EnglishCatalogue, 'messages' | 'page'>>

/** Sentences `LANGUAGE.json:LINE: what is wrong`, empty where nothing is. `english`: the catalogue of the codes. */
export function faultsOf(language: string, text: string, english: EnglishCatalogue): string[] {
  const lines = text.split('\n')
  const faults: string[] = []
  const fault = (code: string, what: string, section = '') => {
    const start = lines.findIndex((one) => one.startsWith(`  "${section}": {`)) + 1
    const line = lines.findIndex((one, at) => at >= start && one.trimStart().startsWith(`${JSON.stringify(code)}:`))
    faults.push(`${language}.json:${line + 1}: ${code}: ${what}`)
  }
  let catalogue: Record<string, unknown> & Sections & { '@reviewed'?: Sections; '@english'?: Sections }
  try {
    catalogue = JSON.parse(text) as typeof catalogue
  } catch (thrown) {
    return [`${language}.json:1: ${(thrown as Error).message}`]
  }
  for (const name of Object.keys(catalogue)) if (!HEAD.has(name)) fault(name, 'is no member of a catalogue')
  if (catalogue['@language'] !== language) fault('@language', `is not ${language}, as the file is called`)
  const check = (section: string, texts: Readonly<Record<string, string>>, faultsIn: (code: string) => string[]) => {
    const start = lines.indexOf(`  "${section}": {`)
    const own =
      start < 0
        ? []
        : lines.slice(
            start + 1,
            lines.findIndex((line, at) => at > start && /^ {2}\}/.test(line)),
          )
    Object.keys(texts).forEach((code, index, codes) => {
      if (index > 0 && codes[index - 1] > code)
        fault(code, `stands after ${codes[index - 1]}; codes are sorted`, section)
      if (own.filter((line) => line.startsWith(`    ${JSON.stringify(code)}:`)).length !== 1)
        fault(code, 'stands twice, or not on a line of its own', section)
      for (const what of faultsIn(code)) fault(code, what, section)
    })
  }
  const { messages = {}, page = {} } = catalogue
  check('messages', messages, (code) => {
    if (!CODE.test(code)) return ['is no code']
    if (NAME_PART.test(code) && !code.startsWith('part.way.name.'))
      return ['beginnings and endings of names are those of part.way.name']
    const base = baseOf(code, english)
    return base === null
      ? ['is unknown in English']
      : base === code && messages[code] === ''
        ? ['is empty: a text that is missing is left out']
        : faultsOfMessage(messages[code], language, english, base)
  })
  check('page', page, (key) =>
    Object.hasOwn(english.page, key)
      ? faultsOfWords(page[key], language, english.page[key])
      : ['is unknown in English'],
  )
  for (const section of ['messages', 'page'] as const) {
    for (const [code, hash] of Object.entries(catalogue['@reviewed']?.[section] ?? {}))
      if (!Object.hasOwn(english[section], code) || !/^[0-9a-f]{8}$/.test(hash))
        fault('@reviewed', `${code} of ${section} is unknown in English, or has no hash`)
    for (const code of Object.keys(catalogue['@english']?.[section] ?? {}))
      if (Object.hasOwn(catalogue[section] ?? {}, code)) fault('@english', `${code} is translated: take it out here`)
  }
  return faults
}

/** The English message that a code is a form of: `way.path.onto` is one of `way.path`. */
function baseOf(code: string, { messages, ...english }: EnglishCatalogue): string | null {
  if (Object.hasOwn(messages, code)) return code
  const [family] = code.split('.')
  if (!wordFamilies(english).has(family) && family !== 'part') return null
  for (let at = code.lastIndexOf('.'); at > 0; at = code.lastIndexOf('.', at - 1))
    if (Object.hasOwn(messages, code.slice(0, at))) return code.slice(0, at)
  return null
}

/** Sentences without their place. */
export function faultsOfMessage(pattern: string, language: string, english: EnglishCatalogue, base: string): string[] {
  const faults: string[] = []
  const known = valueNames(english, base)
  const elements = elementsOf(pattern, language)
  if (typeof elements === 'string') return [elements]
  const check = (element: Element) => {
    const { type, value } = element
    const name = TYPES[type]
    if (name === 'text' || name === 'pound') return
    if (!['argument', 'number', 'select', 'plural'].includes(name))
      return faults.push(`has a ${name}, which is not used here`)
    if (element.style != null) faults.push(`gives {${value}} a style: its kind decides how it is written`)
    const [valueName] = name === 'argument' ? value.split('_', 1) : [value]
    if (!known.includes(valueName)) return faults.push(`has {${value}}, which is no value of ${base}`)
    const kind = english['@values'][valueName]
    if (kind === undefined) return faults.push(`has {${value}}, whose kind is not in @values`)
    const [kindName, of] = splitKind(kind)
    if (!(kindName in VALUE_TEXTS)) return faults.push(`has {${value}} of the unknown kind ${kind}`)
    if (name === 'plural') checkPlural(element, kindName)
    if (name === 'select') checkSelect(element, kindName, of)
    for (const option of Object.values(element.options ?? {})) option.value.forEach(check)
  }
  const checkPlural = (element: Element, kind: string) => {
    if (!COUNTED.has(kind)) faults.push(`counts {${element.value}}, which is no number`)
    faults.push(...faultsOfPlural(element, language))
  }
  const checkSelect = ({ value, options = {} }: Element, kind: string, of: string) => {
    if (!CHOSEN.has(kind)) return faults.push(`chooses by {${value}}, which is no word of a closed set`)
    const words = kind === 'choice' ? of.split(' ') : wordsOf(english, kind === 'way' || kind === 'point' ? kind : of)
    for (const word of Object.keys(options))
      if (word !== 'other' && !words.includes(word)) faults.push(`chooses "${word}" of {${value}}, which it never is`)
  }
  elements.forEach(check)
  return faults
}

const wordsOf = ({ messages }: EnglishCatalogue, family: string): string[] =>
  Object.keys(messages).flatMap((code) => (code.startsWith(`${family}.`) ? [code.split('.')[1]] : []))

/** What is wrong with words of the page, which are filled in without a library (src/web/i18n/words.ts). */
function faultsOfWords(words: string, language: string, english: string): string[] {
  const elements = elementsOf(words, language)
  if (typeof elements === 'string') return [elements]
  const faults = words.trim() === '' ? ['is empty'] : []
  if (/''|'[{}#]/.test(words)) faults.push("quotes with ', which is not used here: write ’")
  const wanted = wordValueNames(english)
  const given = wordValueNames(words)
  for (const name of given) if (!wanted.includes(name)) faults.push(`has {${name}}, which English has not`)
  for (const name of wanted) if (!given.includes(name)) faults.push(`lacks {${name}}`)
  for (const element of elements) {
    const name = TYPES[element.type]
    if (!['text', 'argument', 'plural'].includes(name)) faults.push(`has a ${name}, which is not used here`)
    if (name !== 'plural') continue
    if (element.pluralType !== 'cardinal') faults.push('has ordinals, which are not used here')
    faults.push(...faultsOfPlural(element, language))
    for (const { value } of Object.values(element.options ?? {}))
      if (value.some(({ type }) => !['text', 'pound'].includes(TYPES[type])))
        faults.push(`has a value inside the plural of {${element.value}}`)
  }
  return faults
}

/** Of a text in ICU MessageFormat; what is wrong where it is none. */
function elementsOf(pattern: string, language: string): Element[] | string {
  try {
    return new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true }).getAst() as unknown as Element[]
  } catch (thrown) {
    return (thrown as Error).message.split('\n')[0]
  }
}

function faultsOfPlural({ value, options = {}, offset = 0, pluralType }: Element, language: string): string[] {
  const forms = new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' }).resolvedOptions().pluralCategories
  const given = Object.keys(options).filter((form) => !form.startsWith('='))
  return [
    ...(offset === 0 ? [] : ['has an offset']),
    ...given
      .filter((one) => !forms.includes(one as Intl.LDMLPluralRule))
      .map((form) => `has the form "${form}" of {${value}}, which ${language} has not`),
    ...forms
      .filter((one) => !given.includes(one))
      .map((form) => `lacks the form "${form}" of {${value}}, which ${language} has`),
  ]
}
