// Sentences of the service: a code with its values, said in the language of the page. What says them, and the sentences
// of the language, come with the first answer that has some; another language once it is chosen.

import { signal } from '@preact/signals'
import type { Renderer } from '../../language/renderer.ts'
import { fetchTexts, LANGUAGES } from './languages.ts'
import type { AnySentence } from '../../language/sentence.ts'
import { language, needBeforeLanguage } from './preferences.ts'
import type { Language } from './words.ts'

/** As GraphQL sends it. */
export interface SentSentence {
  code: string
  values: unknown
}

export interface Said {
  text: string
  /** of the text: English where the language has no such sentence */
  language: Language
}

const renderers = signal<ReadonlyMap<Language, Renderer>>(new Map())
const coming = new Map<Language, Promise<Renderer>>()

/** Until sentences can be said. Rejects where what is needed for it does not come. */
export async function loadSpeech(of: Language): Promise<void> {
  await rendererOf(of)
}

needBeforeLanguage(async (next) => {
  if (coming.size > 0) await loadSpeech(next)
})

function rendererOf(of: Language): Promise<Renderer> {
  let renderer = coming.get(of)
  if (renderer === undefined) {
    renderer = load(of)
    coming.set(of, renderer)
    renderer.catch(() => coming.delete(of))
  }
  return renderer
}

async function load(of: Language): Promise<Renderer> {
  const { sentences, isWhole } = LANGUAGES.find(({ tag }) => tag === of)!
  const [{ createRenderer }, messages, fallback] = await Promise.all([
    import('./create-renderer.ts'),
    fetchTexts(sentences),
    isWhole ? null : rendererOf('en'),
  ])
  const renderer = createRenderer(of, messages, fallback)
  renderers.value = new Map([...renderers.peek(), [of, renderer]])
  return renderer
}

/** Read inside a component, it is drawn again when the language changes. A text is none of the catalogues: English. */
export function spoken(sentence: SentSentence | string): Said {
  if (typeof sentence === 'string') return { text: sentence, language: 'en' }
  const own = language.value
  const renderer = renderers.value.get(own)
  if (renderer === undefined) return { text: '', language: own }
  const { code, values } = sentence
  const text = renderer.render({ code, values } as AnySentence)
  return renderer.has(code) && own !== 'en' ? { text, language: own } : { text: unbroken(text), language: 'en' }
}

/** A painted sign (`osmc:symbol`), once sentences can be said; until then as it is tagged. */
export const spokenSign = (symbol: string): string => renderers.value.get(language.value)?.sign({ symbol }) ?? symbol

/** A number and its unit stay on one line, also in English, whose sentences have a plain space. */
function unbroken(text: string): string {
  return text.replace(/(\d) (km|m|%|min|s)(?![\p{L}’])/gu, '$1\u00a0$2').replace(/\bkm (\d)/g, 'km\u00a0$1')
}
