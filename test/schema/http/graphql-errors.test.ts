// What HTTP says of several errors.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toGraphqlError, writtenResult } from '../../../schema/http/graphql-errors.ts'
import { ERROR_STATUS, ServiceError, type ErrorCode } from '../../../src/errors.ts'
import { english } from '../../../src/language/catalogue-files.ts'

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[]
const failure = fc.record({
  code: fc.constantFrom(...CODES),
  retryAfterS: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
})

test('of several errors the highest status counts, unless there is data, and the longest wait', () => {
  fc.assert(
    fc.property(fc.array(failure, { minLength: 1, maxLength: 5 }), fc.boolean(), (failures, hasData) => {
      const errors = failures.map(({ code, retryAfterS }) =>
        toGraphqlError(new ServiceError(code, 'no', retryAfterS === undefined ? {} : { retryAfterS })),
      )
      const { status, headers } = writtenResult({ data: hasData ? { a: 1 } : null, errors }, english)
      expect(status).toBe(hasData ? 200 : Math.max(...failures.map(({ code }) => ERROR_STATUS[code])))
      const waits = failures.flatMap(({ retryAfterS }) => retryAfterS ?? [])
      expect(headers).toEqual(waits.length === 0 ? {} : { 'Retry-After': String(Math.max(...waits)) })
    }),
  )
})
