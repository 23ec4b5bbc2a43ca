// Spot.timezone: whose clock people there read.

import { timezoneOfSpot } from '../../resolvers/spot-of.ts'
import { builder } from '../builder.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  timezone: t.string({
    description: 'The time zone there by its IANA name: Europe/Andorra. Costs nothing.',
    resolve: (source) => timezoneOfSpot(source),
  }),
}))
