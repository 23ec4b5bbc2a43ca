// Spot.loops: round trips that begin and end there.

import { roundTrips } from '../../resolvers/round-trips.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { builder, priceOf } from '../builder.ts'
import { RoundTripsType } from '../round-trips.ts'
import { inGraphqlWords, parseTravel, TravelSettingsType } from '../travel-settings.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  loops: t.field({
    type: RoundTripsType,
    nullable: true,
    description: 'Loops from there, best first; null beside an error, e.g. if there is none.',
    args: {
      distanceM: t.arg.float({
        required: true,
        description: 'Length of the loop in metres, 500 to 40,000 on foot and to 60,000 by bicycle.',
      }),
      direction: t.arg.float({
        description: 'Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere.',
      }),
      alternatives: t.arg.int({
        defaultValue: 0,
        description: 'Further loops wanted, 0 to 3, each sharing less than 60 % with every other.',
      }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel; a loop does not take all of them.' }),
    },
    extensions: { runs: roundTrips },
    complexity: () => priceOf(roundTrips, { start: [0, 0], distanceM: 5000 }),
    resolve: async (spot, { distanceM, direction, alternatives, settings }, { ledger }) => {
      const fields = { start: locationOfSpot(spot), distanceM, direction, alternatives: alternatives ?? 0 }
      const input = parseTravel(roundTrips, 'loop', fields, settings)
      return (await inGraphqlWords(ledger.run(roundTrips, input))).value
    },
  }),
}))
