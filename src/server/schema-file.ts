// `/schema.graphql`: the schema with its directives as a text, for tools that make code of it; `?strict` with what is
// null only beside an error as non-null.

import { createHash } from 'node:crypto'
import type { HttpRoute } from './handle-request.ts'
import { matchesEtag } from './match-etag.ts'
import { sendBytes, sendText } from './send-answer.ts'

interface SchemaFile {
  text: string
  entityTag: string
}

/** `read`: its text, or the strict one; called once for each. */
export function schemaRow(read: (strict: boolean) => string): HttpRoute {
  const files: { usual?: SchemaFile; strict?: SchemaFile } = {}
  return {
    host: 'api',
    method: 'GET',
    path: '/schema.graphql',
    name: 'schema',
    isFile: true,
    handle: (context) => {
      const strict = new URLSearchParams(context.query).has('strict')
      const { text, entityTag } = (files[strict ? 'strict' : 'usual'] ??= toFile(read(strict)))
      const headers = ['ETag', entityTag, 'Cache-Control', 'no-cache']
      if (matchesEtag(context.request.headers['if-none-match'], entityTag))
        sendBytes(context, 304, null, null, [...headers, 'Vary', 'Accept-Encoding'])
      else sendText(context, 200, 'application/graphql; charset=utf-8', text, headers)
    },
  }
}

function toFile(text: string): SchemaFile {
  return { text, entityTag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
