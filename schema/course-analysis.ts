// Links of every line (`Course`) that read all of it: analysis, pace plan, weather, snow.

import { alongAnswer, courseOf } from '../resolvers/course-of.ts'
import { LineAlong, type OnLine, onLine } from '../resolvers/stretch-of.ts'
import { analyseRoute, analysisArgs } from '../resolvers/analyse-route.ts'
import { argsOf } from './arguments.ts'
import { builder, priceOf } from './builder.ts'
import { ElevationChoiceEnum } from './course-types.ts'
import { RouteAnalysisType } from './matching.ts'
import { WALKER_ABOUT } from '../resolvers/input/input-fields.ts'
import { TravelModeEnum, WalkerInputType } from './travel-settings.ts'
import { CourseInterface, runOverLine } from './course.ts'
import { planPace } from '../resolvers/course.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import { inTargetWords, PacePlanType, PaceTargetInput, PaceUnitEnum, toTarget } from './pace-plan.ts'
import { routeWeather, weatherOfRoute } from '../resolvers/route-weather.ts'
import { asksFor } from './asks-for.ts'
import { DEPARTURE, RouteWeatherType, StopInputType } from './route-weather.ts'
import { type RouteSnow, type RouteSnowInput, routeSnow, snowAlongLine, snowOfCourse } from '../resolvers/snow.ts'
import type { Operation } from '../resolvers/pipeline/operation.ts'
import { RouteSnowType } from './snow.ts'

/** Course.analysis: the line read against the network. */
builder.interfaceFields(CourseInterface, (t) => ({
  analysis: t.field({
    type: RouteAnalysisType,
    mayFail: true,
    description:
      'Its line compared with the network, straight legs included. A line of more than 5,000 points is thinned to 5,000 first. Null beside an error if it is too long.',
    args: argsOf(t, analysisArgs, { mode: TravelModeEnum, elevation: ElevationChoiceEnum, walker: WalkerInputType }),
    operations: [analyseRoute],
    runs: analyseRoute,
    credits: () => priceOf(analyseRoute, {}),
    resolve: async (source, { mode, elevation, walker }, context) => {
      const answer = await runOverLine(analyseRoute, source, context, {
        profile: mode ?? courseOf(source).profile,
        elevation,
        ...(walker == null ? {} : { walker }),
      })
      return onLine(answer.value, alongAnswer(source, answer))
    },
  }),
}))

/** Course.pacePlan: a finish time spread over the line. */
builder.interfaceFields(CourseInterface, (t) => ({
  pacePlan: t.field({
    type: PacePlanType,
    mayFail: true,
    description: 'A finish time spread over it by effort; null beside an error, e.g. if it has several parts.',
    args: {
      target: t.arg({ type: PaceTargetInput, required: true, description: 'The target of the plan.' }),
      unit: t.arg({ type: PaceUnitEnum, required: true, defaultValue: 'km', description: 'Length of a split.' }),
    },
    runs: planPace,
    credits: () => priceOf(planPace, {}),
    resolve: async (source, { target, unit }, context) => {
      try {
        const input = parseInput(planPace, { ...toTarget(target), ...(unit == null ? {} : { unit }) })
        const plan = await runOverLine(planPace, source, context, input)
        return onLine(plan, alongAnswer(source, plan))
      } catch (thrown) {
        throw inTargetWords(thrown, '')
      }
    },
  }),
}))

/** Course.weather: the weather along the line, at the time of arrival at each place. */
builder.interfaceFields(CourseInterface, (t) => ({
  weather: t.field({
    type: RouteWeatherType,
    mayFail: true,
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
    runs: routeWeather,
    credits: () => priceOf(routeWeather, {}),
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
          ? await context.session.run(weatherOfRoute(source), input)
          : await runOverLine(routeWeather, source, context, input)
      return onLine(weather, alongAnswer(source, weather))
    },
  }),
}))

/** Course.snow: observed and forecast snow along the line. */
builder.interfaceFields(CourseInterface, (t) => ({
  snow: t.field({
    type: RouteSnowType,
    mayFail: true,
    description:
      'Snow at up to 512 evenly spaced points of its line, the ends of each part among them (of more than 100 parts the longest), at least 20 m apart; snow between them is not assessed and nothing is summed across a gap; null beside an error where the raster cannot be read.',
    runs: routeSnow,
    credits: () => priceOf(routeSnow, {}),
    resolve: (source, _, { session, loaders }, info) => {
      const along: Operation<RouteSnowInput, OnLine<RouteSnow>> = {
        ...routeSnow,
        run: async (_input, services, context) => {
          const course = courseOf(source)
          const parts = await course.parts(loaders)
          const { input, lengthsM, sampled } = snowOfCourse(parts, course.distanceM, asksFor(info, 'evidence'))
          const snow = snowAlongLine(await routeSnow.run(input, services, context), input, lengthsM)
          const [statedM] = sampled.length === 1 ? lengthsM : [null]
          return onLine(snow, new LineAlong(() => sampled, statedM))
        },
      }
      return session.run(along, { points: [] })
    },
  }),
}))
