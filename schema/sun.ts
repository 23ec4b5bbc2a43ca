// The type of Spot.sun.

import { sentenceFields } from './sentence.ts'
import type { SunAnswer } from '../resolvers/sun.ts'
import { builder } from './builder.ts'
import { enumValues } from './code-enums.ts'

const SunStateEnum = builder.enumType('SunState', {
  description: 'Whether the sun rises and sets on a day.',
  values: enumValues({
    rises_and_sets: 'It does both.',
    up_all_day: 'Midnight sun: it does not set, so there is neither sunrise nor sunset.',
    down_all_day: 'Polar night: it does not rise; there may be twilight around noon.',
  }),
})
const WHERE_NONE = 'null if it does not happen on that day'

export const SunType = builder.objectRef<SunAnswer>('Sun').implement({
  description: 'Sun and twilight at a place on a date.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The requested day, in the calendar of the place.' }),
    timezone: t.exposeString('timezone', {
      description: "The time zone of the place, in whose calendar the date is: 'Europe/Andorra'.",
    }),
    state: t.expose('state', { type: SunStateEnum, description: 'Whether it rises and sets.' }),
    civilDawnAt: t.expose('civilDawnUtc', {
      type: 'DateTime',
      nullable: true,
      description: `The sun is 6 degrees below the horizon, rising: light enough to walk without a lamp; ${WHERE_NONE}.`,
    }),
    sunriseAt: t.expose('sunriseUtc', {
      type: 'DateTime',
      nullable: true,
      description: `Its upper edge appears; ${WHERE_NONE}.`,
    }),
    sunsetAt: t.expose('sunsetUtc', {
      type: 'DateTime',
      nullable: true,
      description: `Its upper edge disappears; ${WHERE_NONE}.`,
    }),
    civilDuskAt: t.expose('civilDuskUtc', {
      type: 'DateTime',
      nullable: true,
      description: `The sun is 6 degrees below the horizon, setting: time for a lamp; ${WHERE_NONE}.`,
    }),
    daylightS: t.exposeInt('daylightS', {
      description: 'Seconds from sunrise to sunset; 86,400 or 0 where it does not set or rise.',
    }),
    ...sentenceFields(t, 'scope', 'How exact the times are, and what they ignore.', (sun) => sun.scope),
  }),
})
