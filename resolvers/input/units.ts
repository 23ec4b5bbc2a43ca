// Where REST has minutes and kilometres, GraphQL has seconds and metres.

import { tenths } from '../../src/wire/numbers.ts'

export const toSeconds = (minutes: number): number => tenths(minutes * 60)
export const toMinutes = (seconds: number): number => seconds / 60
export const toKilometres = (metres: number): number => metres / 1000
