// The catalogues as files: each is read when its language is first needed, and kept. A file in the folder is all that a
// language takes. English is read at the start.

import { readdirSync, readFileSync } from 'node:fs'
import { lookupLanguage } from './choose-language.ts'
import { type Catalogue, Renderer } from './renderer.ts'

const FOLDER = new URL('./catalogues/', import.meta.url)
const ENDING = '.json'

/** Tags of the languages that have a catalogue. */
export const LANGUAGES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort()

export const DEFAULT_LANGUAGE = 'en'

/** The text of the catalogue of one of LANGUAGES. */
export function readCatalogue(language: string): string {
  return readFileSync(new URL(`${language}${ENDING}`, FOLDER), 'utf8')
}

const open = (language: string, fallback: Renderer | null) =>
  new Renderer(JSON.parse(readCatalogue(language)) as Catalogue, fallback)

export const english = open(DEFAULT_LANGUAGE, null)

/** Of the languages that were said so far. */
export const renderers = new Map([[DEFAULT_LANGUAGE, english]])

/** Says sentences in the language of a tag, or in English where there is no catalogue for it. */
export function rendererFor(tag: string): Renderer {
  const language = lookupLanguage(tag, LANGUAGES) ?? DEFAULT_LANGUAGE
  let renderer = renderers.get(language)
  if (renderer === undefined) renderers.set(language, (renderer = open(language, english)))
  return renderer
}
