// Numbers as people write them.

import { expect, test } from 'vitest'
import { number } from '../../src/web/format.ts'

test('what rounds to zero has no sign', () => {
  expect(number('en', -0.4, 0)).toBe('0')
  expect(number('de', -0.04, 1)).toBe('0')
  expect(number('en', -0.6, 0)).toBe('-1')
})
