// The document of a request, parsed and validated by its kept text (read-document.ts).

import type { DocumentNode } from 'graphql'
import { refusedRequest } from '../graphql-errors.ts'
import { checkHash } from '../persisted-queries.ts'
import { type DocumentReader, checkNesting } from '../read-document.ts'
import type { HandlerContext, HandlerPlugin } from './handler-plugin.ts'

export function parseDocument(reader: DocumentReader): HandlerPlugin {
  return {
    onParse({ context, params: { source }, setParseFn }) {
      const { opened } = context as HandlerContext
      const text = source as string
      try {
        if (opened.hash !== null) checkHash(opened.hash, text)
      } catch (thrown) {
        throw refusedRequest(thrown)
      }
      checkNesting(text)
      setParseFn((): DocumentNode => {
        opened.read = reader.read(text)
        return opened.read.document
      })
    },
    onValidate({ context, setResult }) {
      setResult((context as HandlerContext).opened.read!.errors)
    },
  }
}
