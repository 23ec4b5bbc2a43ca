// Course.weather: the weather along it at the time of arrival.

import { alongAnswer, courseOf } from '../../resolvers/course-of.ts'
import { onLine } from '../../resolvers/stretch-of.ts'
import { parseInput } from '../../resolvers/pipeline/parse-input.ts'
import { routeWeather, weatherOfRoute } from '../../resolvers/route-weather.ts'
import { asksFor } from '../asks-for.ts'
import { builder, priceOf } from '../builder.ts'
import { DEPARTURE, RouteWeatherType, StopInputType } from '../route-weather.ts'
import { WALKER_ABOUT, WalkerInputType } from '../walker-input.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  weather: t.field({
    type: RouteWeatherType,
    nullable: true,
    description:
      'The weather along it at the time of arrival, on foot by its own walking time; run and bike need a pace. Null beside an error, e.g. if it has several parts.',
    args: {
      departure: t.arg({ type: 'DateTime', required: true, description: `When you leave: ${DEPARTURE}` }),
      departures: t.arg({ type: ['DateTime'], description: 'Up to 24 further departures to scan.' }),
      paceFactor: t.arg.float({ description: 'Factor on the walking time, 0.5 to 2; hike only.' }),
      walker: t.arg({ type: WalkerInputType, description: WALKER_ABOUT }),
      minPerKm: t.arg.float({ description: 'Pace, 1 to 60 minutes per kilometre.' }),
      kmh: t.arg.float({ description: 'Speed, 1 to 60 km/h.' }),
      stops: t.arg({ type: [StopInputType], description: 'Up to 50 rests.' }),
    },
    extensions: { runs: routeWeather },
    complexity: () => priceOf(routeWeather, {}),
    resolve: async (source, args, context, info) => {
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
      const input = parseInput(routeWeather, {
        ...given,
        freezingLevel: asksFor(info, 'freezingLevelM'),
        profile: courseOf(source).profile,
      })
      // a route is timed by what it says of itself
      const weather =
        'geometry' in source && args.walker == null
          ? await context.ledger.run(weatherOfRoute(source), input)
          : await runOverLine(routeWeather, source, context, input)
      return onLine(weather, alongAnswer(source, weather))
    },
  }),
}))
