// A request takes from the rate before its document is read. What is no parameters at all takes from it, too.

import type { DocumentRates } from '../document-rates.ts'
import { refusedRequest } from '../graphql-errors.ts'
import type { OpenedRequest } from '../opened-request.ts'
import type { HandlerPlugin } from './handler-plugin.ts'

export function takeRate(rates: DocumentRates): HandlerPlugin {
  const take = ({ request }: OpenedRequest, query: unknown) => {
    try {
      rates.take(request.call, typeof query === 'string' ? query : null)
    } catch (thrown) {
      throw refusedRequest(thrown)
    }
  }
  return {
    onRequestParse({ serverContext: { opened } }) {
      const { body } = opened.request
      if (body !== null && (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value)))
        take(opened, null)
    },
    onParams({ params, context: { opened } }) {
      take(opened, params.query)
    },
  }
}
