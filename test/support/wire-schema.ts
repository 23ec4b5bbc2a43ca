// JSON Schema as the OpenAPI document publishes it, made into checks. `strict` forbids members that no schema names, so
// that an answer cannot grow a field that is not published; what is data by nature (additionalProperties) stays open.

import { z } from 'zod'

type Json = Record<string, any>

/** Null where the value fits, else the first fault with its path. */
export type AnswerCheck = (value: unknown) => string | null

export function answerChecks(
  document: Json,
  strict: boolean,
): (path: string, method: string, status: number) => AnswerCheck | null {
  const definitions = moved(document.components.schemas, strict) as Json
  const made = new Map<unknown, AnswerCheck>()
  return (path, method, status) => {
    const schema = document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content['application/json']?.schema
    if (schema === undefined) return null
    let check = made.get(schema)
    if (check === undefined)
      made.set(schema, (check = toCheck({ ...(moved(schema, strict && status === 200) as Json), $defs: definitions })))
    return check
  }
}

function toCheck(schema: Json): AnswerCheck {
  const zod = z.fromJSONSchema(schema as never)
  return (value) => {
    const result = zod.safeParse(value)
    if (result.success) return null
    return result.error.issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ')
  }
}

/** References as a document of its own has them; objects closed where asked. */
function moved(value: unknown, strict: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, strict))
  if (value === null || typeof value !== 'object') return value
  const out: Json = {}
  for (const [key, member] of Object.entries(value))
    out[key] = key === '$ref' ? String(member).replace('#/components/schemas/', '#/$defs/') : moved(member, strict)
  if (strict && out.type === 'object' && out.properties !== undefined && out.additionalProperties === undefined)
    out.additionalProperties = false
  return out
}
