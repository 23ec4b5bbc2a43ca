// The language catalogues, for pages and clients that render sentences themselves: `/languages.json` lists them, and
// `/languages/TAG.json` is the file of src/language/catalogues, unchanged.

import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { LANGUAGES, readCatalogue } from '../language/catalogue-files.ts'
import { say } from '../language/sentence.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import { matchesEtag } from '../server/match-etag.ts'
import type { RequestContext } from '../server/request-context.ts'
import { JSON_TYPE, sendBytes, sendText } from '../server/send-answer.ts'

interface LanguageFile {
  text: string
  /** weak: it leaves compressed or not */
  entityTag: string
}

/** What `/languages.json` says of each, of the head of its catalogue. */
interface ListedLanguage {
  tag: string
  /** what it calls itself */
  name: string
  made: 'person' | 'machine'
}

export function languageRows(): HttpRoute[] {
  const files = new Map<string, LanguageFile>()
  const fileOf = (name: string, read: () => string): LanguageFile => {
    let file = files.get(name)
    if (file === undefined) files.set(name, (file = toFile(read())))
    return file
  }
  return [
    {
      ...{ host: 'site', method: 'GET', path: '/languages.json', name: 'languages', isFile: true },
      handle: (context) => sendFile(context, fileOf('', printedList), []),
    },
    {
      ...{ host: 'site', method: 'GET', path: '/languages/{tag}.json', name: 'language-file', isFile: true },
      handle: (context, { tag }) => {
        if (!LANGUAGES.includes(tag)) throw new ServiceError(say('error.not_found.path', { host: 'site' }))
        sendFile(
          context,
          fileOf(tag, () => readCatalogue(tag)),
          ['Content-Language', tag],
        )
      },
    },
  ]
}

function printedList(): string {
  const languages = LANGUAGES.map((tag): ListedLanguage => {
    const { '@name': name, '@made': made } = JSON.parse(readCatalogue(tag)) as Record<string, string>
    return { tag, name, made: made as ListedLanguage['made'] }
  })
  return JSON.stringify({ languages })
}

function toFile(text: string): LanguageFile {
  return { text, entityTag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

function sendFile(context: RequestContext, { text, entityTag }: LanguageFile, more: readonly string[]): void {
  const headers = ['ETag', entityTag, 'Cache-Control', 'no-cache', ...more]
  if (matchesEtag(context.request.headers['if-none-match'], entityTag))
    sendBytes(context, 304, null, null, [...headers, 'Vary', 'Accept-Encoding'])
  else sendText(context, 200, JSON_TYPE, text, headers)
}
