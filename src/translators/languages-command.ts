// `npm run languages`: how far each language is, and what its translators have to do (docs/languages.md).

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faultsOf } from '../language/codegen/check-catalogue.ts'
import type { EnglishCatalogue } from '../language/codegen/print-values.ts'
import {
  hashOf,
  STATES,
  type Section,
  statesOf,
  type Texts,
  type TextState,
  type TranslatedCatalogue,
} from './text-states.ts'

const HELP = `npm run languages                      how many texts of each language are missing, stale, made by machine or by a person
npm run languages -- de                lists them by code; stale: read by a person against an older English
npm run languages -- --new pt          makes catalogues/pt.json, whose @english has what is to be translated
npm run languages -- --new de          the same of a language that is there: what it lacks by now
npm run languages -- de --read route   notes that a person has read the texts whose code begins so ("" for all)
npm run languages -- de --csv          all of them as a table for reading: state, section, code, english, text
npm run languages -- --help            this text`

const CATALOGUES = fileURLToPath(new URL('../language/catalogues/', import.meta.url))

/** Throws RangeError with one sentence for a mistake. `folder`: of the catalogues. */
export function languagesCommand(args: readonly string[], folder = CATALOGUES): string {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      new: { type: 'string' },
      read: { type: 'string' },
      csv: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return HELP
  const files = new CatalogueFiles(folder)
  if (values.new !== undefined) return begin(files, values.new)
  const [language] = positionals
  if (language === undefined) return overview(files)
  const own = files.read(language)
  const states = statesOf(own, files.english)
  if (values.csv) return csvText(states)
  if (values.read !== undefined) return noteRead(files, own, values.read)
  return states
    .filter(({ state }) => state !== 'person')
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
    .map(({ state, section, code, english }) => `${state.padEnd(8)}${section.padEnd(9)}${code}: ${english}`)
    .join('\n')
}

class CatalogueFiles {
  readonly #folder: string
  readonly english: EnglishCatalogue

  constructor(folder: string) {
    this.#folder = folder
    this.english = JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8')) as EnglishCatalogue
  }

  languages(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort()
  }

  read(language: string): TranslatedCatalogue {
    if (!this.languages().includes(language))
      throw new RangeError(`There is no catalogue of "${language}". Those there are: ${this.languages().join(', ')}.`)
    return JSON.parse(readFileSync(join(this.#folder, `${language}.json`), 'utf8')) as TranslatedCatalogue
  }

  has(language: string): boolean {
    return existsSync(join(this.#folder, `${language}.json`))
  }

  /** Returns the path. */
  write({ messages = {}, page = {}, ...head }: TranslatedCatalogue): string {
    const language = head['@language']
    if (language === 'en') throw new RangeError('English is what the others are translated from: edit en.json.')
    const text = `${JSON.stringify({ ...head, messages: sorted(messages), page: sorted(page) }, null, 2)}\n`
    const faults = faultsOf(language, text, this.english)
    if (faults.length > 0) throw new RangeError(`Nothing was written.\n${faults.join('\n')}`)
    const path = join(this.#folder, `${language}.json`)
    writeFileSync(path, text)
    return path
  }
}

function overview(files: CatalogueFiles): string {
  const rows = files.languages().map((language) => {
    const own = files.read(language)
    const states = statesOf(own, files.english)
    return [`${language} ${own['@name']}`, ...STATES.map((one) => states.filter(({ state }) => state === one).length)]
  })
  const widths = [24, 9, 9, 9, 9]
  return [['', ...STATES], ...rows]
    .map((row) =>
      row.map((cell, i) => (i === 0 ? `${cell}`.padEnd(widths[i]) : `${cell}`.padStart(widths[i]))).join(''),
    )
    .join('\n')
}

function begin(files: CatalogueFiles, tag: string): string {
  const own = files.has(tag) ? files.read(tag) : newCatalogue(tag)
  const missing = statesOf(own, files.english).filter(({ state }) => state === 'missing')
  const of = (wanted: Section) =>
    Object.fromEntries(missing.flatMap(({ section, code, english }) => (section === wanted ? [[code, english]] : [])))
  const { '@english': _, ...rest } = own
  const todo = { '@english': { messages: of('messages'), page: of('page') } }
  const path = files.write(missing.length > 0 ? { ...rest, ...todo } : rest)
  return missing.length === 0
    ? `${path} lacks nothing.`
    : `${path} lacks ${missing.length} texts, which stand in its @english: move each to its section and translate it.`
}

function newCatalogue(tag: string): TranslatedCatalogue {
  let name: string | undefined
  try {
    // of no value: a tag that no one knows
    name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
  } catch {}
  if (name === undefined || Intl.getCanonicalLocales(tag)[0] !== tag)
    throw new RangeError(`"${tag}" is no tag of a language, such as "pt" or "pt-BR".`)
  return { '@language': tag, '@name': name, '@made': 'machine' }
}

function noteRead(files: CatalogueFiles, own: TranslatedCatalogue, prefix: string): string {
  const found = statesOf(own, files.english).filter(({ code, own: text }) => text !== null && code.startsWith(prefix))
  const notes = (wanted: Section) => ({
    ...own['@reviewed']?.[wanted],
    ...Object.fromEntries(
      found.flatMap(({ section, code, english }) => (section === wanted ? [[code, hashOf(english)]] : [])),
    ),
  })
  const path = files.write({
    ...own,
    '@reviewed': { messages: sorted(notes('messages')), page: sorted(notes('page')) },
  })
  return `${path} notes that a person has read ${found.length} texts.`
}

/** RFC 4180. */
function csvText(states: readonly TextState[]): string {
  const rows = states.map(({ state, section, code, english, own }) => [state, section, code, english, own ?? ''])
  return [['state', 'section', 'code', 'english', 'text'], ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
}

const sorted = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))

if (import.meta.main)
  try {
    console.log(languagesCommand(process.argv.slice(2)))
  } catch (fault) {
    console.error((fault as Error).message)
    process.exitCode = 1
  }
