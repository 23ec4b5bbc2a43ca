import { expect, test } from 'vitest'
import { toPlainLine } from '../../src/language/plain-line.ts'

test('a plain line has no breaks and nothing that turns letters around', () => {
  expect(toPlainLine('\u202dFont\u202e Gelada\u2066\u2069')).toBe('Font Gelada')
  expect(toPlainLine('Font\nde\u2029dalt\u0085\u001b')).toBe('Font de dalt  ')
  expect(toPlainLine('עין אל־עסד')).toBe('עין אל־עסד')
})
