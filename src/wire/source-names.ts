// What the sources of a map are called where Waypost itself writes it: a release has the English, which is recognised
// where it is shown in another language. Sentences of others, such as an attribution given to an import, are theirs and
// stay as they are. Pure.

import { english, rendererFor } from '../language/catalogue-files.ts'
import { say, type Sentence } from '../language/sentence.ts'

const MOST_FILES = 4
/** A character for private use: in no name. */
const PLACE_HOLDER = '\ue000'

const OWN = [say('source.openstreetmap'), say('source.demo'), say('source.snow_file')]

export const OSM_SENTENCE = english.render(say('source.openstreetmap'))
export const DEMO_SENTENCE = english.render(say('source.demo'))
export const basemapOf = (name: string): string => english.render(say('source.basemap', { name }))
export const heightsOf = (files: readonly string[]): string =>
  english.render(heightsSentence(files.slice(0, MOST_FILES), files.length - MOST_FILES))

function heightsSentence(files: readonly string[], count: number): Sentence {
  return count > 0 ? say('source.heights_more', { files, count }) : say('source.heights', { files })
}

/** Null where the text is not one of Waypost's. */
export function sourceSentence(text: string): Sentence | null {
  for (const sentence of OWN) if (text === english.render(sentence)) return sentence
  const named = nameIn(text, (name) => heightsOf([name]))
  if (named !== null) {
    const [files, more] = named.split(/ and (\d+) more$/)
    return heightsSentence(files.split(', '), Number(more ?? 0))
  }
  const name = nameIn(text, basemapOf)
  return name === null ? null : say('source.basemap', { name })
}

/** The name that a sentence was made with, null where it was not. */
function nameIn(sentence: string, words: (name: string) => string): string | null {
  const [before, after] = words(PLACE_HOLDER).split(PLACE_HOLDER)
  const isOne =
    sentence.length > before.length + after.length && sentence.startsWith(before) && sentence.endsWith(after)
  return isOne ? sentence.slice(before.length, -after.length) : null
}

/** In the language of a tag (`de`, `de-AT`), else as it is. */
export function sourceIn(language: string | null, text: string): string {
  return language === null ? text : rendererFor(language).render(sourceSentence(text) ?? text)
}
