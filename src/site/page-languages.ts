// Files of the pages for their languages, found in the folder of the catalogues: of each its words, which a page
// fetches once the language is chosen, and its sentences, which the explorer fetches with the first answer that has
// some.

import { createHash } from 'node:crypto'
import { DEFAULT_LANGUAGE, LANGUAGES, readCatalogue } from '../language/catalogue-files.ts'
import { NOTICE } from './bundle-cache.ts'
import type { PageLanguage } from '../web/i18n/page-language.ts'

interface CatalogueFile {
  '@language': string
  '@name': string
  '@made': string
  messages: object
  page?: Words
}
type Words = Readonly<Record<string, string>>

interface Output {
  path: string
  contents: Uint8Array
}

/** Those of `<waypost-map>` are no words of the page. */
export const isPageWord = (key: string): boolean => !key.startsWith('embed.')
export const isEmbedWord = (key: string): boolean => /^(?:embed|error)\./.test(key)

/** English words are in the script. */
export function pageLanguages(): { languages: PageLanguage[]; outputs: Output[] } {
  const english = catalogueOf(DEFAULT_LANGUAGE)
  const outputs: Output[] = []
  const languages = LANGUAGES.map((tag): PageLanguage => {
    const catalogue = catalogueOf(tag)
    const sentences = outputOf(`sentences-${tag}`, 'json', textOf(catalogue.messages))
    outputs.push(sentences)
    const words =
      tag === DEFAULT_LANGUAGE ? null : outputOf(`words-${tag}`, 'json', textOf(wordsOf(catalogue, isPageWord)))
    if (words !== null) outputs.push(words)
    return {
      tag,
      name: catalogue['@name'],
      isMachineMade: catalogue['@made'] === 'machine',
      isWhole: Object.keys(english.messages).every((code) => Object.hasOwn(catalogue.messages, code)),
      words: words === null ? null : `explorer/${words.path}`,
      sentences: `explorer/${sentences.path}`,
    }
  })
  return { languages, outputs }
}

/**
 * `languages`: of each tag the name of its file, a script, since that is what pages of other sites allow; null where
 * the component has its words.
 */
export function embedLanguages(): { languages: Record<string, string | null>; outputs: Output[] } {
  const outputs = LANGUAGES.filter((tag) => tag !== DEFAULT_LANGUAGE).map((tag) => ({
    tag,
    ...outputOf(`words-${tag}`, 'js', `export default ${textOf(wordsOf(catalogueOf(tag), isEmbedWord))}\n${NOTICE}\n`),
  }))
  const languages = [[DEFAULT_LANGUAGE, null], ...outputs.map(({ tag, path }) => [tag, path])]
  return { languages: Object.fromEntries(languages) as Record<string, string | null>, outputs }
}

const catalogueOf = (tag: string) => JSON.parse(readCatalogue(tag)) as CatalogueFile

const wordsOf = ({ page = {} }: CatalogueFile, isUsed: (key: string) => boolean): Words =>
  Object.fromEntries(Object.entries(page).filter(([key]) => isUsed(key)))

const textOf = (content: object) => JSON.stringify(content)

function outputOf(name: string, ending: string, text: string): Output {
  const contents = Buffer.from(text)
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase()
  return { path: `${name}-${hash}.${ending}`, contents }
}
