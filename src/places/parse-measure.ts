// Reads heights and populations as tagged. What cannot be read without guessing is null: several values, `2,942` (a
// decimal or thousands?), heights beyond the earth. Pure.

import { tenths } from '../wire/numbers.ts'

const ELEVATION = /^([-+]?\d{1,5}(?:[.,]\d+)?)\s*(m|metres?|meters?|ft|feet|')?\.?$/i
const FOOT_M = 0.3048
const LOWEST_M = -500
const HIGHEST_M = 9000

/** Metres of an `ele` tag, to the decimetre; converts feet if the tag says so. */
export function parseElevationM(text: string | undefined): number | null {
  const match = text === undefined ? null : ELEVATION.exec(text.trim())
  if (match === null || /,\d{3}$/.test(match[1])) return null
  const value = Number(match[1].replace(',', '.')) * (/^(ft|feet|')$/i.test(match[2] ?? '') ? FOOT_M : 1)
  return value >= LOWEST_M && value <= HIGHEST_M ? tenths(value) : null
}

/** A `population` tag: digits, with thousands separated by a space, comma, dot or apostrophe. */
export function parsePopulation(text: string | undefined): number | null {
  if (text === undefined) return null
  const digits = text.trim()
  if (!/^\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+$|^\d{1,11}$/.test(digits)) return null
  return Number(digits.replace(/\D/g, ''))
}
