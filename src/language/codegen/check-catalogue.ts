// What is wrong in a catalogue, each with its line: used by the tests, which fail for any of it.

import { IntlMessageFormat } from 'intl-messageformat'
import { splitKind, VALUE_TEXTS } from '../value-kinds.ts'
import { type EnglishCatalogue, valueNames, wordFamilies } from './print-values.ts'

/** Kinds that a plural may count. */
const COUNTED = new Set(['number', 'plain', 'decimals', 'share', 'degrees', 'minutes', 'list'])
/** Kinds whose words a select may name. */
const CHOSEN = new Set(['choice', 'word', 'tag', 'way', 'point'])
const CODE = /^[a-z]+(?:\.[\p{L}\w-]+)+$/u
/** Of a name: `rue-`, `-straße`. */
const NAME_PART = /\.-|-$/
const HEAD = new Set(['@language', '@name', '@made', '@address', '@values', '@also', '@about', '@reviewed', 'messages'])

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

/** Sentences `LANGUAGE.json:LINE: what is wrong`, empty where nothing is. `english`: the catalogue of the codes. */
export function faultsOf(language: string, text: string, english: EnglishCatalogue): string[] {
  const lines = text.split('\n')
  const messageLines = lines.slice(lines.indexOf('  "messages": {'))
  const faults: string[] = []
  const fault = (code: string, what: string) => {
    const line = lines.findLastIndex((one) => one.trimStart().startsWith(`${JSON.stringify(code)}:`))
    faults.push(`${language}.json:${line + 1}: ${code}: ${what}`)
  }
  let catalogue: Record<string, unknown> & Pick<EnglishCatalogue, 'messages'>
  try {
    catalogue = JSON.parse(text) as typeof catalogue
  } catch (thrown) {
    return [`${language}.json:1: ${(thrown as Error).message}`]
  }
  for (const name of Object.keys(catalogue)) if (!HEAD.has(name)) fault(name, 'is no member of a catalogue')
  if (catalogue['@language'] !== language) fault('@language', `is not ${language}, as the file is called`)
  const codes = Object.keys(catalogue.messages)
  codes.forEach((code, index) => {
    if (!CODE.test(code)) fault(code, 'is no code')
    if (NAME_PART.test(code) && !code.startsWith('part.way.name.'))
      fault(code, 'beginnings and endings of names are those of part.way.name')
    if (index > 0 && codes[index - 1] > code) fault(code, `stands after ${codes[index - 1]}; codes are sorted`)
    if (messageLines.filter((line) => line.startsWith(`    ${JSON.stringify(code)}:`)).length !== 1)
      fault(code, 'stands twice, or not on a line of its own')
    const base = baseOf(code, english)
    if (base === null) fault(code, 'is unknown in English')
    else for (const what of faultsOfMessage(catalogue.messages[code], language, english, base)) fault(code, what)
  })
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
  let elements: Element[]
  try {
    elements = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true }).getAst() as unknown as Element[]
  } catch (thrown) {
    return [(thrown as Error).message.split('\n')[0]]
  }
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
  const checkPlural = ({ value, options = {}, offset = 0, pluralType }: Element, kind: string) => {
    if (!COUNTED.has(kind)) faults.push(`counts {${value}}, which is no number`)
    if (offset !== 0) faults.push(`has an offset`)
    const forms = new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' }).resolvedOptions().pluralCategories
    const given = Object.keys(options).filter((form) => !form.startsWith('='))
    for (const form of given.filter((one) => !forms.includes(one as Intl.LDMLPluralRule)))
      faults.push(`has the form "${form}" of {${value}}, which ${language} has not`)
    for (const form of forms.filter((one) => !given.includes(one)))
      faults.push(`lacks the form "${form}" of {${value}}, which ${language} has`)
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
