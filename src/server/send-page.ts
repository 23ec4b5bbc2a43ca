// The one way to send HTML: every page has a content policy and a tag, however it is requested.

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { matchesEtag } from './match-etag.ts'
import type { RequestContext } from './request-context.ts'
import { acceptsGzip, type HeaderList, sendBytes, sendText } from './send-answer.ts'

const HTML = 'text/html; charset=utf-8'
const unpack = promisify(gunzip)

export interface Page {
  /** text, or gzipped text */
  html: string | Buffer
  /** of the content */
  etag: string
  /** Content-Security-Policy, which says who may frame the page */
  policy: string
}

export async function sendPage(context: RequestContext, page: Page, more: HeaderList = []): Promise<void> {
  const { html, etag, policy } = page
  const { headers: asked } = context.request
  const headers = [...more, 'Cache-Control', 'no-cache', 'ETag', etag, 'Content-Security-Policy', policy]
  if (matchesEtag(asked['if-none-match'], etag))
    return sendBytes(context, 304, null, null, [...headers, 'Vary', 'Accept-Encoding'])
  if (typeof html === 'string') return sendText(context, 200, HTML, html, headers)
  if (acceptsGzip(asked['accept-encoding']))
    return sendBytes(context, 200, HTML, html, [...headers, 'Content-Encoding', 'gzip'])
  sendBytes(context, 200, HTML, await unpack(html), headers)
}
