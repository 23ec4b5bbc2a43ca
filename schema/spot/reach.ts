// Spot.reach: what is within reach of there.

import { reach } from '../../resolvers/reach.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { builder } from '../builder.ts'
import { findReach, priceOfReach, ReachDirectionEnum, ReachLimitsInput, ReachType, toReach } from '../reach.ts'
import { TravelSettingsType } from '../travel-settings.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  reach: t.field({
    type: ReachType,
    nullable: true,
    description: 'What is within reach of there; null beside an error.',
    args: {
      within: t.arg({ type: ReachLimitsInput, required: true, description: 'How far to go.' }),
      direction: t.arg({ type: ReachDirectionEnum, defaultValue: 'from', description: 'Which way is travelled.' }),
      toleranceM: t.arg.float({
        defaultValue: 25,
        description: 'How far ground extends to both sides of a way, 10 to 500 metres.',
      }),
      settings: t.arg({
        type: TravelSettingsType,
        description: 'How you travel; a reach takes only settings that forbid ways.',
      }),
    },
    extensions: { runs: reach },
    complexity: (args) => priceOfReach(args),
    resolve: (spot, asked, context, info) => findReach(toReach(asked, locationOfSpot(spot), info), context),
  }),
}))
