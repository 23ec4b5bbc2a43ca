// The language that a refusal is written in: the one that the request names, where it could be read, else the most
// welcome by `Accept-Language`, else English. Answers never look at the header.

import Negotiator from 'negotiator'
import { DEFAULT_LANGUAGE, LANGUAGES, rendererFor } from '../language/catalogue-files.ts'
import type { ServiceError } from '../errors.ts'
import { LANGUAGE_TAG, lookupLanguage } from '../language/choose-language.ts'
import type { Renderer } from '../language/renderer.ts'
import { shortHeader } from '../wire/header-text.ts'
import type { RequestContext } from './request-context.ts'
import type { HeaderList } from './send-answer.ts'

export function refusalRenderer(context: Pick<RequestContext, 'language' | 'query' | 'request'>): Renderer {
  const { language, query, request } = context
  return rendererFor(language ?? languageOfQuery(query) ?? acceptedLanguage(request.headers['accept-language']))
}

/** Of a query that was refused before it was read; null where it names no language. */
function languageOfQuery(query: string): string | null {
  if (!query.includes('language=')) return null
  const tag = new URLSearchParams(query).get('language')
  return tag !== null && LANGUAGE_TAG.test(tag) ? tag : null
}

/** By weight, among the languages that have a catalogue (RFC 9110, 12.5.4). */
export function acceptedLanguage(header: string | string[] | undefined): string {
  const accepted = shortHeader(header)
  if (accepted === null) return DEFAULT_LANGUAGE
  for (const tag of new Negotiator({ headers: { 'accept-language': accepted } }).languages()) {
    // any other
    if (tag === '*') break
    const language = lookupLanguage(tag, LANGUAGES)
    if (language !== null) return language
  }
  return DEFAULT_LANGUAGE
}

/** What refusals say of their languages; none: they stand beside data. Caches keep one for each. */
export function languageHeaders(languages: readonly string[]): HeaderList {
  const vary = ['Vary', 'Accept-Language']
  return languages.length === 0 ? vary : ['Content-Language', languages.join(', '), ...vary]
}

/** Of a failure that is written in the code, not said from a catalogue, that is English. */
export function refusalLanguages({ sentence, code }: ServiceError, { language }: Renderer): string[] {
  return [sentence === null && code !== 'internal' ? DEFAULT_LANGUAGE : language]
}
