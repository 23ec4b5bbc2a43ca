// Spot.sun: when the sun rises and sets there.

import { fields } from '../../resolvers/input/input-fields.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { sun, sunDate } from '../../resolvers/sun.ts'
import { builder, withoutNulls } from '../builder.ts'
import { SUN_DATE, SunType } from '../sun.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  sun: t.field({
    type: SunType,
    nullable: true,
    description: 'Sunrise, sunset and twilight there on a date; null beside an error. Costs nothing.',
    args: t.validate(
      { date: t.arg.string({ required: true, description: SUN_DATE }) },
      withoutNulls(fields({ date: sunDate() })),
    ),
    extensions: { runs: sun },
    complexity: 0,
    resolve: (source, { date }, { ledger }) => {
      const [lon, lat] = locationOfSpot(source)
      return ledger.run(sun, { lon, lat, date })
    },
  }),
}))
