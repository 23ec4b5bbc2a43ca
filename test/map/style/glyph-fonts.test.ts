import { expect, test } from 'vitest'
import { findRangeStart } from '../../../src/map/style/glyph-fonts.ts'

test.each([
  ['0-255', 0],
  ['256-511', 256],
  ['65280-65535', 65280],
  ['1113856-1114111', 1113856],
])('range %s starts at %i', (text, start) => {
  expect(findRangeStart(text)).toBe(start)
})

test.each([
  '',
  '0-256',
  '1-256',
  '-256--1',
  '0',
  '0-255.pbf',
  '00-255',
  '1114112-1114367',
  '256-0511',
  '9999999-10000254',
  '0x0-255',
])('range "%s" is none', (text) => {
  expect(findRangeStart(text)).toBeNull()
})
