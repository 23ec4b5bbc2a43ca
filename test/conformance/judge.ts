// An answer held against what is stated of it: pure, so that the same answer broken in one place can be judged again.

import { shapeFor } from './checks.ts'
import {
  type Case,
  type Exchange,
  NotRequested,
  NotSeen,
  type OneCheck,
  type Operation,
  type Result,
  type Verdict,
} from './operation.ts'
import { fieldsOf, findFaults } from './shapes.ts'

const METERED_STATUSES = [200, 400, 413, 422]
const EXPOSED = ['x-service-credits-remaining', 'ratelimit', 'ratelimit-policy', 'retry-after', 'etag', 'request-id']

/** Every check of a case, each once. Where the status is not as stated, the rest is not judged. */
export function judge(one: Case, context: Exchange): Result[] {
  const results: Result[] = []
  const { operation, answer } = context
  const add = (section: string, check: string, verdict: Verdict): boolean => {
    const outcome = verdict === null ? 'passed' : verdict instanceof NotSeen ? 'not seen' : 'failed'
    const detail = verdict === null ? '' : verdict instanceof NotSeen ? verdict.why : verdict
    results.push({ operation: operation.id, case: one.name, section, check, outcome, detail })
    return outcome === 'passed'
  }
  const checks = [...one.checks, ...commonChecks(operation, one)]
  let isExpected = true
  for (const check of checks)
    if (check.kind === 'status') isExpected = add(check.section, check.name, check.judge(context)) && isExpected
  const otherwise = isExpected ? null : new NotSeen('the status is not as stated')
  let isSound = true
  for (const check of checks) {
    if (check.kind === 'header') add(check.section, check.name, otherwise ?? check.judge(context))
    if (check.kind !== 'fields') continue
    const shape = shapeFor(check, operation)
    const findings = otherwise === null ? findFaults(shape, check.section, answer.json) : fieldsOf(shape, check.section)
    for (const { path, says, section, seen, fault } of findings) {
      isSound &&= fault === null
      add(section, `${path === '' ? 'body' : path}: ${says}`, otherwise ?? fault ?? (seen > 0 ? null : NO_SUCH_VALUE))
    }
  }
  for (const check of checks)
    if (check.kind === 'law')
      add(check.section, check.name, otherwise ?? (isSound ? judgeLaw(check, context) : UNSOUND))
  return results
}

/** A law may read what is not there; that is the answer's fault. */
function judgeLaw({ judge: rule }: OneCheck, context: Exchange): Verdict {
  try {
    return rule(context)
  } catch (error) {
    return error instanceof NotRequested ? new NotSeen(error.message) : `the answer lacks what it is about: ${error}`
  }
}

const NO_SUCH_VALUE = new NotSeen('the answer has no such value')
const UNSOUND = new NotSeen('a field that it may build on is not as stated')

/** What was not asked at all, with the reason. */
export function unrequested(one: Case, operation: Operation, why: string): Result[] {
  return [...one.checks, ...commonChecks(operation, one)].flatMap((check) =>
    (check.kind === 'fields'
      ? fieldsOf(shapeFor(check, operation), check.section).map(({ path, says, section }) => ({
          section,
          check: `${path === '' ? 'body' : path}: ${says}`,
        }))
      : [{ section: check.section, check: check.name }]
    ).map((named) => ({ operation: operation.id, case: one.name, ...named, outcome: 'not seen', detail: why })),
  )
}

/** What every answer must show. */
export function commonChecks(operation: Operation, one: Case): OneCheck[] {
  const checks = [ANY_ORIGIN, EXPOSES]
  if (operation.metered && !one.isRefusedEarly) checks.push(RATE, POLICY)
  if (operation.takesKey && operation.metered && !one.isRefusedEarly) checks.push(CREDITS_SHOWN, FREE_IF_REFUSED)
  return checks
}

const ANY_ORIGIN: OneCheck = {
  kind: 'header',
  section: 'keys-and-credits',
  name: 'any origin may read it, without credentials',
  judge: ({ answer: { headers }, ask }) => {
    const allowed = headers['access-control-allow-origin']
    if (allowed !== '*' && allowed !== ask.headers?.origin) return `Access-Control-Allow-Origin is ${allowed}`
    return headers['access-control-allow-credentials'] === 'true' ? 'credentials are allowed' : null
  },
}

const EXPOSES: OneCheck = {
  kind: 'header',
  section: 'keys-and-credits',
  name: 'exposes credits, rate, Retry-After, ETag, range and request id',
  judge: ({ answer: { headers } }) => {
    const listed = (headers['access-control-expose-headers'] ?? '').toLowerCase()
    const missing = [...EXPOSED, 'range'].filter((name) => !listed.includes(name))
    return missing.length === 0 ? null : `Access-Control-Expose-Headers lacks ${missing.join(', ')}`
  },
}

const RATE = meteredHeader('RateLimit', /;\s*r=\d+/)
const POLICY = meteredHeader('RateLimit-Policy', /;\s*q=\d+/)

/** Of answers that came through the gate: 401, 404, 405 and 415 may come before it. */
function meteredHeader(name: string, pattern: RegExp): OneCheck {
  return {
    kind: 'header',
    section: 'keys-and-credits',
    name: `header ${name}`,
    judge: ({ answer, known }) => {
      if (!known.isMetered) return new NotSeen('nothing is metered')
      if (!METERED_STATUSES.includes(answer.status)) return new NotSeen('it is refused before it is metered')
      const value = answer.headers[name.toLowerCase()]
      return value === undefined ? 'is missing' : pattern.test(value) ? null : `is "${value}"`
    },
  }
}

const CREDITS_SHOWN: OneCheck = {
  kind: 'header',
  section: '5',
  name: 'header X-Service-Credits-Remaining',
  judge: ({ answer, known, ask }) => {
    if (!known.isMetered || known.key === null || ask.withoutKey === true) return new NotSeen('no key was sent')
    if (!METERED_STATUSES.includes(answer.status)) return new NotSeen('it is refused before it is metered')
    const value = answer.headers['x-service-credits-remaining']
    return value === undefined ? 'is missing' : /^\d+$/.test(value) ? null : `is "${value}"`
  },
}

const FREE_IF_REFUSED: OneCheck = {
  kind: 'header',
  section: 'keys-and-credits',
  name: 'a call that fails costs nothing',
  judge: ({ answer, creditsBefore }) => {
    const left = answer.headers['x-service-credits-remaining']
    if (answer.status < 300 || creditsBefore === null || left === undefined) return new NotSeen('it did not fail')
    return Number(left) === creditsBefore ? null : `${creditsBefore - Number(left)} credits were taken`
  },
}
