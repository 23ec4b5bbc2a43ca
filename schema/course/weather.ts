// Course.weather: the weather along it at the time of arrival.

import { courseOf } from '../../resolvers/course-of.ts'
import { parseInput } from '../../resolvers/parse-input.ts'
import { routeWeather, weatherOfRoute } from '../../resolvers/route-weather.ts'
import { builder, priceOf } from '../builder.ts'
import { DEPARTURE, RouteWeatherType, StopInputType } from '../route-weather.ts'
import { WALKER_ABOUT, WalkerInputType } from '../walker.ts'
import { CourseInterface } from './course-interface.ts'
import { runOverLine } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  weather: t.field({
    type: RouteWeatherType,
    nullable: true,
    description:
      'The weather along it at the time of arrival, on foot by its own walking time; run and bike need a pace; null beside an error, as where it has several parts.',
    args: {
      departure: t.arg({ type: 'DateTime', required: true, description: `When one leaves: ${DEPARTURE}` }),
      departures: t.arg({ type: ['DateTime'], description: 'Up to 24 further departures to scan.' }),
      paceFactor: t.arg.float({ description: 'Times the walking time, 0.5 to 2; hike only.' }),
      walker: t.arg({ type: WalkerInputType, description: WALKER_ABOUT }),
      minPerKm: t.arg.float({ description: 'Pace, 1 to 60 minutes per kilometre.' }),
      kmh: t.arg.float({ description: 'Speed, 1 to 60 km/h.' }),
      stops: t.arg({ type: [StopInputType], description: 'Up to 50 rests.' }),
      freezingLevel: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to add the freezing level to each sample.',
      }),
    },
    complexity: () => priceOf(routeWeather, {}),
    resolve: (source, args, context) => {
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
      const input = parseInput(routeWeather, { ...given, profile: courseOf(source).profile })
      // a route is timed by what it says of itself
      return 'geometry' in source && args.walker == null
        ? context.ledger.run(weatherOfRoute(source), input)
        : runOverLine(routeWeather, source, context, input)
    },
  }),
}))
