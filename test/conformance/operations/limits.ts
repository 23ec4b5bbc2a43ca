// What a caller without a key meets: slots and rates, sections 5, 7 and 8, decision `keys-and-credits`. Last, since it
// uses them up.

import { header, refused, refuses } from '../checks.ts'
import { type Case, type Exchange, NotSeen, type Operation, post } from '../operation.ts'

/** `isOpen`: whether an answer shows nothing, since no refusal was due. */
function ifDue(one: Case, isOpen: (context: Exchange) => boolean): Case {
  return {
    ...one,
    isRefusedEarly: true,
    checks: one.checks.map((check) =>
      check.kind === 'status'
        ? {
            ...check,
            judge: (context) => (isOpen(context) ? new NotSeen('nothing was refused') : check.judge(context)),
          }
        : check,
    ),
  }
}

function withHeader(one: Case, name: string, pattern: RegExp): Case {
  return { ...one, checks: [...one.checks, header('7', name, pattern)] }
}

export const limits: Operation = {
  id: 'limits',
  section: '8',
  host: 'api',
  method: 'POST',
  path: '/v1/roundtrips',
  errors: 'ProductError',
  takesKey: false,
  metered: false,
  hasNoGate: true,
  cases: [
    ifDue(
      withHeader(
        refuses(
          '8',
          'a second heavy request at once',
          (known) => ({
            ...post('/v1/roundtrips', { start: known.ends[0], distance_km: 20, alternatives: 3 }),
            withoutKey: true,
            burst: 4,
          }),
          refused(429, 'concurrency_limit'),
        ),
        'Retry-After',
        /^2$/,
      ),
      // a quick server is done with one before the next is there
      ({ answer }) => answer.status === 200 || answer.status === 422,
    ),
    ifDue(
      withHeader(
        refuses(
          'keys-and-credits',
          'more requests in a second than the rate allows',
          () => ({ ...post('/v1/pace-plan', {}), withoutKey: true, burst: 60 }),
          refused(429, 'rate_limited'),
        ),
        'Retry-After',
        /^\d+$/,
      ),
      ({ known }) => !known.isMetered,
    ),
  ],
}
