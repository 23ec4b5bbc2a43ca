// A language of which every message is the English one with a mark behind it, for tests of what is said in which
// language: as long as it is there, it is one of those that have a catalogue. Only threads do not know it.

import { english, LANGUAGES, readCatalogue, renderers } from '../../src/language/catalogue-files.ts'
import { type Catalogue, Renderer } from '../../src/language/renderer.ts'

export const MADE_UP = 'en-XX'
export const MARK = '¤'

/** Returns what takes it away. */
export function addMadeUpLanguage(): () => void {
  const { messages } = JSON.parse(readCatalogue('en')) as Catalogue
  const marked = Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, message + MARK]))
  const languages = LANGUAGES as string[]
  languages.push(MADE_UP)
  renderers.set(MADE_UP, new Renderer({ '@language': MADE_UP, messages: marked }, english))
  return () => {
    languages.splice(languages.indexOf(MADE_UP), 1)
    renderers.delete(MADE_UP)
  }
}
