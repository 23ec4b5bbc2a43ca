import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UNKNOWNS, WARNINGS } from '../src/unknowns.ts'
import { MATRIX_NOTES, MATRIX_REASONS } from '../src/travel/matrix.ts'

test('everything that an answer says of itself is named in a test, as REST or as GraphQL names it', () => {
  const texts = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && file !== 'unknowns.test.ts')
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const codes = [UNKNOWNS, WARNINGS, MATRIX_NOTES, MATRIX_REASONS].flatMap((table) => Object.keys(table))
  const isNamed = (code: string) => texts.some((text) => new RegExp(`\\b(${code}|${code.toUpperCase()})\\b`).test(text))
  expect(codes.filter((code) => !isNamed(code))).toEqual([])
})
