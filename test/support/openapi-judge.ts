// The OpenAPI document of a server, and Ajv as the judge of what it allows.

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../resolvers/input/json-schema.ts'
import type { OpenApiDocument, OperationObject } from '../../rest-compat/openapi.ts'

export interface OpenApiJudge {
  document: OpenApiDocument
  /** Whether a value is one of a schema, and afterwards why not. */
  judgeOf: (schema: JsonSchema) => { allows: (value: unknown) => boolean; reasons: () => string }
}

export async function readOpenApi(api: string): Promise<OpenApiJudge> {
  const document = (await (await fetch(`${api}/openapi.json`)).json()) as OpenApiDocument
  const ajv = new Ajv2020({ strict: false, logger: false })
  ajv.addFormat('date', (text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false)
  ajv.addSchema({ $id: 'openapi', components: document.components })
  return {
    document,
    judgeOf: (schema) => {
      const allows = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')))
      return { allows, reasons: () => ajv.errorsText(allows.errors) }
    },
  }
}

/** Throws where the document does not have it. */
export function operationIn({ paths }: OpenApiDocument, method: string, path: string): OperationObject {
  const found = paths[path]?.[method === 'GET' ? 'get' : 'post']
  if (found === undefined) throw new Error(`the document has no ${method} ${path}`)
  return found
}

export const bodySchemaIn = (document: OpenApiDocument, path: string): JsonSchema =>
  operationIn(document, 'POST', path).requestBody!.content['application/json'].schema
