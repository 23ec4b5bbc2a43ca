import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileName } from '../../../src/web/files/save-file.ts'

test('a file is named by its tour, in any script', () => {
  expect(fileName('Vale Torvinho – Refúgio da Névoa', 'route')).toBe('Vale Torvinho – Refúgio da Névoa')
  expect(fileName('GR 7: Ordino/Arinsal', 'route')).toBe('GR 7 Ordino Arinsal')
  expect(fileName('東海道', 'route')).toBe('東海道')
})

test('a name of which nothing is left gives the other', () => {
  expect(fileName('', 'route')).toBe('route')
  expect(fileName(' ../.. ', 'route')).toBe('route')
})

test('no name holds what a system refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const kept = fileName(name, 'route')
      expect(kept).toMatch(/^[^\p{Cc}\\/:*?"<>|]+$/u)
      expect([...kept].length).toBeLessThanOrEqual(80)
      expect(kept).not.toMatch(/^[. ]|[. ]$/)
    }),
  )
})
