// Links of every line (`Course`) that read all of it: analysis, pace plan, weather, snow.

import { alongAnswer, courseOf, withForm } from '../resolvers/course-of.ts'
import { LineAlong, type OnLine, onLine } from '../resolvers/stretch-of.ts'
import { analyseRoute, analysisArgs } from '../resolvers/analyse-route.ts'
import { argsOf } from './arguments.ts'
import { builder, priceOf } from './builder.ts'
import { ElevationChoiceEnum } from './course-types.ts'
import { RouteAnalysisType } from './matching.ts'
import { TravelModeEnum, WalkerInputType } from './travel-settings.ts'
import { CourseInterface, runOverLine } from './course.ts'
import { planPace } from '../resolvers/course.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import { inTargetWords, PacePlanType, PaceTargetInput, PaceUnitEnum, toTarget } from './pace-plan.ts'
import { routeWeather, weatherOfRoute } from '../resolvers/route-weather.ts'
import { asksFor } from './asks-for.ts'
import { nameBesideLine, toRouteWeather, weatherArgs } from '../resolvers/input/route-weather-input.ts'
import { withPath } from '../src/errors.ts'
import { RouteWeatherType, WEATHER_TYPES } from './route-weather.ts'
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
      return onLine(withForm(source, answer.value), alongAnswer(source, answer))
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
    operations: [planPace],
    runs: planPace,
    credits: () => priceOf(planPace, {}),
    resolve: async (source, { target, unit }, context) => {
      try {
        const input = parseInput(planPace, { ...toTarget(target), ...(unit == null ? {} : { unit }) })
        const plan = await runOverLine(planPace, source, context, input)
        return onLine(plan, alongAnswer(source, plan))
      } catch (thrown) {
        throw inTargetWords(thrown)
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
      'The weather along it at the time of arrival, on foot by its own walking time. One part of at most 120 km; null beside an error, e.g. if it has several parts.',
    args: argsOf(t, weatherArgs, WEATHER_TYPES),
    operations: [routeWeather],
    runs: routeWeather,
    credits: () => priceOf(routeWeather, {}),
    resolve: async (source, args, context, info) => {
      const { profile } = courseOf(source)
      const input = { ...toRouteWeather(args, profile), freezingLevel: asksFor(info, 'freezingLevelM') }
      // a route is timed by what it says of itself
      const isItself = 'geometry' in source && input.walker === undefined && input.profile === profile
      try {
        const weather = isItself
          ? await context.session.run(weatherOfRoute(source), input)
          : await runOverLine(routeWeather, source, context, input)
        return onLine({ ...weather, walker: input.walker ?? null }, alongAnswer(source, weather))
      } catch (thrown) {
        throw withPath(thrown, nameBesideLine)
      }
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
    operations: [routeSnow],
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
