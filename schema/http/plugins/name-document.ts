// A request that names its document instead of sending it: by the id of a trusted document, or by a hash.

import { refusedRequest } from '../graphql-errors.ts'
import { isAbsent, persistedNotSupported, readHash } from '../persisted-queries.ts'
import type { TrustedDocuments } from '../trusted-documents.ts'
import type { HandlerPlugin } from './handler-plugin.ts'

export function nameDocument(trusted: TrustedDocuments): HandlerPlugin {
  return {
    onParams({ params, setParams, context: { opened } }) {
      const given = params as Record<string, unknown>
      if (Array.isArray(given)) return
      try {
        const hash = readHash(given)
        const named = trusted.resolve(given, hash)
        if (named !== given) setParams(named)
        else if (hash !== null && isAbsent(given.query)) throw persistedNotSupported()
        else opened.hash = hash
      } catch (thrown) {
        throw refusedRequest(thrown)
      }
    },
  }
}
