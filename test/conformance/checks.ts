// The words that operations/ is written in: a check each, with the section that states it.

import {
  type Answer,
  type Case,
  type Check,
  type Exchange,
  type FieldsCheck,
  NotSeen,
  type OneCheck,
  type Operation,
  type Verdict,
} from './operation.ts'
import { exactly, integer, object, type Shape, stated, text } from './shapes.ts'

type AskOf = Case['ask']

/** An answer with 200 and what must be true of it. */
export const answers = (name: string, ask: AskOf, checks: readonly Check[]): Case => ({
  name,
  ask,
  checks: [status('4', 200), ...checks],
})

/** A limit at its bound: answered, or refused for another reason than the limit. */
export const takes = (section: string, name: string, ask: AskOf, unless: readonly string[] = []): Case => ({
  name: `takes ${name}`,
  ask,
  checks: [
    {
      kind: 'status',
      section,
      name: 'is accepted',
      judge: ({ operation, answer }) =>
        answer.status === 200 || (answer.status === 422 && !unless.includes(codeOf(operation, answer) ?? ''))
          ? null
          : (outage(operation, answer) ?? `${answer.status} ${said(answer)}`),
    },
  ],
})

/** A refusal: its status, its shape, its code, and the field that its message names. */
export const refuses = (section: string, name: string, ask: AskOf, refusal: Refusal): Case => ({
  name: `refuses ${name}`,
  ask,
  checks: refusalChecks(section, refusal),
})

export interface Refusal {
  status: number
  code?: string
  /** a code for another reason that the same request may be refused for */
  orElse?: string
  /** as written on the wire */
  names?: string
}

export const invalid = (names: string): Refusal => ({ status: 400, code: 'invalid_input', names })
export const refused = (status: number, code?: string, orElse?: string): Refusal => ({ status, code, orElse })

function refusalChecks(section: string, refusal: Refusal): Check[] {
  const checks: Check[] = [status(section, refusal.status), ERROR_FIELDS]
  if (refusal.code !== undefined)
    checks.push({
      kind: 'law',
      section: 'errors',
      name: `code ${refusal.code}`,
      judge: ({ operation, answer }) => {
        const code = codeOf(operation, answer)
        if (code === refusal.code) return null
        return code === refusal.orElse ? new NotSeen(`it is refused as ${code}`) : `the code is ${code}`
      },
    })
  if (refusal.names !== undefined) {
    const word = new RegExp(`(?<![a-z_])${refusal.names}(?![a-z_])`)
    checks.push({
      kind: 'law',
      section: 'errors',
      name: `names ${refusal.names}`,
      judge: ({ operation, answer }) =>
        word.test(messageOf(operation, answer)) ? null : `the message is: ${messageOf(operation, answer)}`,
    })
  }
  return checks
}

export function status(section: string, expected: number): OneCheck {
  return {
    kind: 'status',
    section,
    name: `status ${expected}`,
    judge: ({ operation, answer }) => {
      if (answer.status === expected) return null
      return (expected === 200 ? outage(operation, answer) : null) ?? `${answer.status} ${said(answer)}`
    },
  }
}

/** A provider outside that cannot be reached is no fault of the server. */
function outage({ leans }: Operation, answer: Answer): NotSeen | null {
  const isOut = leans === true && (answer.status === 502 || answer.status === 503)
  return isOut ? new NotSeen(`${answer.status} ${said(answer)}`) : null
}

export const fields = (section: string, shape: Shape): FieldsCheck => ({ kind: 'fields', section, shape })

/** `judge` gets the body with all its fields as stated. */
export function law(section: string, name: string, judge: (body: any, context: Exchange) => Verdict): OneCheck {
  return { kind: 'law', section, name, judge: (context) => judge(context.answer.json, context) }
}

export function header(section: string, name: string, pattern: RegExp): OneCheck {
  return {
    kind: 'header',
    section,
    name: `header ${name}`,
    judge: ({ answer }) => {
      const value = answer.headers[name.toLowerCase()]
      return value === undefined ? 'is missing' : pattern.test(value) ? null : `is "${value}"`
    },
  }
}

/** What a call takes off the credits of its key. */
export function costs(section: string, credits: number): OneCheck {
  return {
    kind: 'header',
    section,
    name: `costs ${credits}`,
    judge: ({ answer, known, creditsBefore }) => {
      const left = Number(answer.headers['x-service-credits-remaining'] ?? Number.NaN)
      if (!known.isMetered || creditsBefore === null || Number.isNaN(left)) return new NotSeen('credits are not shown')
      return creditsBefore - left === credits ? null : `${creditsBefore - left} credits were taken`
    },
  }
}

const ERROR_SHAPES = {
  Error: object({ error: text, message: stated('errors', text) }),
  ProductError: object({ error: object({ code: text, message: text }) }),
  RouteError: object({
    error: text,
    status_code: stated('errors', integer),
    error_code: stated('errors', integer),
    service: stated('errors', object({ code: text, message: text })),
  }),
}

const ERROR_FIELDS: FieldsCheck = { kind: 'fields', section: '2.1', shape: 'error' }

export const shapeFor = ({ shape }: FieldsCheck, { errors }: Operation): Shape =>
  shape === 'error' ? ERROR_SHAPES[errors] : shape

export function codeOf({ errors }: Operation, { json }: Answer): string | undefined {
  const body = json as any
  if (errors === 'Error') return body?.error
  return errors === 'ProductError' ? body?.error?.code : body?.service?.code
}

function messageOf({ errors }: Operation, { json }: Answer): string {
  const body = json as any
  if (errors === 'Error') return String(body?.message)
  return String(errors === 'ProductError' ? body?.error?.message : body?.error)
}

const said = ({ bytes }: Answer): string => new TextDecoder().decode(bytes.subarray(0, 160))

/** `schema` with its version. */
export const schemaIs = (name: string): Shape => stated('9', exactly(name))
