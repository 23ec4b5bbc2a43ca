// Spot.forecast: the weather there. Charged nothing, counted as one point; all that a document asks for so many days is
// one question to the provider.

import { parseInput } from '../../resolvers/pipeline/parse-input.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { forecast, linkedForecastInput, placeForecast } from '../../resolvers/weather.ts'
import { builder, withoutNulls } from '../builder.ts'
import { askedOfForecast, forecastArgs, ForecastType } from '../forecast.ts'
import { SpotInterface } from './spot-interface.ts'

const checked = { input: withoutNulls(linkedForecastInput) }

builder.interfaceFields(SpotInterface, (t) => ({
  forecast: t.field({
    type: ForecastType,
    nullable: true,
    description: 'The weather there, at the height of the terrain; null beside an error if there is none.',
    args: forecastArgs,
    extensions: { runs: forecast, forecastPoints: () => 1 },
    resolve: (source, args, { ledger, loaders }, info) =>
      ledger.run(
        placeForecast(loaders),
        parseInput(checked as never, { at: locationOfSpot(source), ...args, ...askedOfForecast(info) }) as never,
      ),
  }),
}))
