// A file of a bundle, packed as the client takes it. Its name has the hash of its content, so it never changes.

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { WebFile } from './bundle-cache.ts'
import type { RequestContext } from '../server/request-context.ts'
import { matchesEtag } from '../server/match-etag.ts'
import { acceptsEncoding, sendBytes } from '../server/send-answer.ts'

const unpack = promisify(gunzip)

export async function sendBundleFile(context: RequestContext, name: string, file: WebFile): Promise<void> {
  const headers = ['Cache-Control', 'public, max-age=31536000, immutable', 'ETag', `"${name}"`]
  const accepted = context.request.headers['accept-encoding']
  if (matchesEtag(context.request.headers['if-none-match'], `"${name}"`)) sendBytes(context, 304, null, null, headers)
  else if (acceptsEncoding('br', accepted))
    sendBytes(context, 200, file.contentType, file.brotli, [...headers, 'Content-Encoding', 'br'])
  else if (acceptsEncoding('gzip', accepted))
    sendBytes(context, 200, file.contentType, file.gzip, [...headers, 'Content-Encoding', 'gzip'])
  else sendBytes(context, 200, file.contentType, await unpack(file.gzip), headers)
}
