// The input field `at` of routes: when they are travelled (decision: dates).

import { z } from 'zod'
import { AT, AT_FORM, readAt } from '../../src/travel/at.ts'

export const AT_ABOUT =
  'When the start is left: an instant (2026-12-24T08:00+01:00), a time by the clock of the place (2026-12-24T08:00), or a ' +
  'date there (2026-12-24). What the map closes on arrival is not used, and `because` names it. With a date, what is ' +
  'closed all day is not used. Without it, ways that are closed at times are used, and told in `unknowns`.'

export const atField = () =>
  z
    .string({ error: AT_FORM })
    .refine((text) => readAt(text) !== null, { error: AT_FORM })
    .optional()
    .meta({ pattern: AT.source, description: AT_ABOUT })

/** Where dates do not count, one is refused: passed over, it would promise that what is closed then is not used. */
export const noAtField = () =>
  z
    .null({ error: 'no date: `at` is taken by routes alone' })
    .optional()
    .describe('Not taken: dates count for routes alone. Anything but null is refused.')
