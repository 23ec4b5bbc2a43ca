// Styles, sprite and glyphs of a release by version: immutable addresses, ETag and 304, gzip, any origin.
// `?language=de` on a style requests names in that language where the map has them. Names in a request are looked up in
// the release and in the shipped fonts; none of them ever reaches the file system. An unknown version, file, font or
// range is 404.

import { DEFAULT_LANGUAGE, rendererFor } from '../language/catalogue-files.ts'
import { LANGUAGE_TAG } from '../language/choose-language.ts'
import { say } from '../language/sentence.ts'
import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { findFontStack, glyphIdentity, findRangeStart, readFontLicence } from '../map/style/glyph-fonts.ts'
import { mapLanguageOf } from '../map/style/name-languages.ts'
import { readStyleArchive, toServedStyle, type StyleArchive } from '../map/style/style-archive.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import { type HeaderList, JSON_TYPE, acceptsEncoding, sendBytes, sendText } from '../server/send-answer.ts'
import type { ReleaseService } from '../releases/release-info.ts'
import { matchesEtag } from '../server/match-etag.ts'
import { Query } from '../server/read-request.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const GLYPH_TYPE = 'application/x-protobuf'
/** Live and retired releases; more are never kept. */
const MAX_ARCHIVES = 8

/** Makes glyph ranges: `src/workers/glyph-threads.ts`, or a fake. */
export interface GlyphSource {
  getRange(
    stack: NonNullable<ReturnType<typeof findFontStack>>,
    start: number,
  ): Promise<{ bytes: Buffer; gzipped: Buffer }>
}

/** `findJoint`: styles over several regions, which are in no file; null for any other version. */
export function styleFileRows(
  releases: ReleaseService,
  glyphs: GlyphSource,
  publicApiUrl: string,
  findJoint: (version: string) => StyleArchive | null = () => null,
): HttpRoute[] {
  const archives = new Map<string, StyleArchive>()
  let madeHere: string | undefined

  const getArchive = (version: string): StyleArchive => {
    const joint = findJoint(version)
    if (joint !== null) return joint
    const path = releases.findArtifactFile('styles', version)
    if (path === null) throw new ServiceError(say('error.not_found.styles'))
    let archive = archives.get(version)
    if (archive === undefined) {
      archive = readStyleArchive(path)
      if (archives.size >= MAX_ARCHIVES) archives.clear()
      archives.set(version, archive)
    }
    return archive
  }

  return [
    {
      host: 'api',
      method: 'GET',
      path: '/styles/{version}/{file}',
      name: 'style-file',
      isFile: true,
      handle: (context, { version, file }) => sendStyleFile(context, getArchive(version), version, file, publicApiUrl),
    },
    {
      host: 'api',
      method: 'GET',
      path: '/styles/{version}/glyphs/LICENSE.txt',
      name: 'glyph-licence',
      isFile: true,
      handle: (context, { version }) => {
        getArchive(version)
        sendText(context, 200, 'text/plain; charset=utf-8', readFontLicence(), ['Cache-Control', IMMUTABLE])
      },
    },
    {
      host: 'api',
      method: 'GET',
      path: '/styles/{version}/glyphs/{fontstack}/{range}.pbf',
      name: 'glyph-range',
      isFile: true,
      handle: async (context, { version, fontstack, range }) => {
        const archive = getArchive(version)
        const stack = findFontStack(fontstack)
        const start = findRangeStart(range)
        if (stack === null) throw new ServiceError(say('error.not_found.font'))
        if (start === null) throw new ServiceError(say('error.not_found.glyphs'))
        madeHere ??= glyphIdentity()
        // a server with fonts other than the release's: correct glyphs, but not to be cached under this address for
        // ever
        const headers: HeaderList = [
          'ETag',
          `W/"${madeHere}-${start}-${stack.map((name) => name.slice(10)).join('-')}"`,
          'Cache-Control',
          archive.glyphs === madeHere ? IMMUTABLE : 'no-cache',
          'Link',
          '<../LICENSE.txt>; rel="license"',
        ]
        if (matchesEtag(context.request.headers['if-none-match'], headers[1]))
          return sendBytes(context, 304, null, null, [...headers, 'Vary', 'Accept-Encoding'])
        const { bytes, gzipped } = await glyphs.getRange(stack, start)
        if (acceptsEncoding('gzip', context.request.headers['accept-encoding']))
          sendBytes(context, 200, GLYPH_TYPE, gzipped, [...headers, 'Content-Encoding', 'gzip'])
        else sendBytes(context, 200, GLYPH_TYPE, bytes, headers)
      },
    },
  ]
}

function sendStyleFile(
  context: RequestContext,
  archive: StyleArchive,
  version: string,
  file: string,
  publicApiUrl: string,
): void {
  const image = archive.images.get(file)
  if (image !== undefined) return sendTagged(context, image, 'image/png')
  const text = archive.texts.get(file)
  if (text === undefined)
    throw new ServiceError(
      say('error.not_found.style_file', { files: [...archive.texts.keys(), ...archive.images.keys()] }),
    )
  if (file !== 'style.json' && file !== 'style-dark.json') return sendTagged(context, text, JSON_TYPE)
  const language = readLanguage(context)
  const style = toServedStyle(text, publicApiUrl, version, language)
  sendTagged(context, style, JSON_TYPE, ['Content-Language', rendererFor(language ?? DEFAULT_LANGUAGE).language])
}

function readLanguage(context: RequestContext): string | null {
  const language = new Query(context.query).text('language')
  if (language === undefined) return null
  if (!LANGUAGE_TAG.test(language))
    throw new ServiceError(say('error.invalid_input.style_language'), {
      inputPath: 'language',
    })
  return mapLanguageOf(language)
}

function sendTagged(context: RequestContext, body: string | Buffer, type: string, more: HeaderList = []): void {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers: HeaderList = ['ETag', tag, 'Cache-Control', IMMUTABLE, ...more]
  if (matchesEtag(context.request.headers['if-none-match'], tag))
    return sendBytes(context, 304, null, null, [...headers, 'Vary', 'Accept-Encoding'])
  if (typeof body === 'string') sendText(context, 200, type, body, headers)
  else sendBytes(context, 200, type, body, headers)
}
