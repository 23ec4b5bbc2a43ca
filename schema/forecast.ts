// The types of Spot.forecast.

import type { GraphQLResolveInfo } from 'graphql'
import { reverse } from '../resolvers/search.ts'
import type { WeatherDay, WeatherForecast, WeatherHour, WeatherPoint } from '../src/weather/forecast-types.ts'
import { dateField, fields } from '../resolvers/input/input-fields.ts'
import { argsOf } from './arguments.ts'
import { asksFor } from './asks-for.ts'
import { pointAt, PointType } from './spot.ts'
import { builder } from './builder.ts'
import { HeightSourceEnum } from './code-enums.ts'
import type { DocumentContext } from './document-context.ts'
import { PlaceType } from './place-type.ts'
import { sentencesFields } from './sentence.ts'
import { ForecastRunType, HourInterface, SKY } from './weather-types.ts'

const WeatherStateEnum = builder.enumType('WeatherState', {
  description: 'How much of the requested forecast is available.',
  values: {
    OK: { value: 'ok', description: 'Every requested day and value is there.' },
    PARTIAL: { value: 'partial', description: 'Some days or values are missing; the reasons say which.' },
    MISSING: { value: 'missing', description: 'There is no forecast; the reasons say why.' },
  } as const,
})
const WeatherDayType = builder.objectRef<WeatherDay>('WeatherDay').implement({
  description:
    "A day of the place's own calendar, from midnight to midnight; 23 or 25 hours where the clocks change. Missing is null, never 0.",
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The local date.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The one model of all its values but the probability; null where none has the whole day.',
    }),
    weatherCode: t.exposeInt('weatherCode', {
      nullable: true,
      description: 'Highest WMO weather code (table 4677) of its hours; null where it is missing.',
    }),
    sky: t.field(SKY),
    tempMaxC: t.exposeFloat('tempMaxC', {
      nullable: true,
      description: 'Highest temperature in degrees Celsius, at the height of the point; null where it is missing.',
    }),
    tempMinC: t.exposeFloat('tempMinC', {
      nullable: true,
      description: 'Lowest temperature in degrees Celsius, at the height of the point; null where it is missing.',
    }),
    precipMm: t.exposeFloat('precipMm', {
      nullable: true,
      description: 'Precipitation in millimetres; null where it is missing.',
    }),
    precipProbabilityMaxPct: t.exposeFloat('precipProbabilityMaxPct', {
      nullable: true,
      description: 'Highest probability of precipitation of an hour, per cent; null is unknown, not 0.',
    }),
    windMaxKmh: t.exposeFloat('windMaxKmh', {
      nullable: true,
      description: 'Highest wind of an hour in km/h; null where it is missing.',
    }),
    gustMaxKmh: t.exposeFloat('gustMaxKmh', {
      nullable: true,
      description: 'Highest gust in km/h; null where it is missing.',
    }),
  }),
})

const WeatherHourType = builder
  .objectRef<WeatherHour>('WeatherHour')
  .implement({ description: 'An hour of a forecast.', interfaces: [HourInterface] })

export const ForecastType = builder.objectRef<WeatherForecast>('Forecast').implement({
  description: 'The weather forecast of one place.',
  fields: (t) => ({
    run: t.field({
      type: ForecastRunType,
      description: 'Where its values come from and how old they are.',
      resolve: (forecast) => forecast,
    }),
    requestedDayCount: t.exposeInt('requestedDays', { description: 'How many days were requested.' }),
    location: t.field({
      type: 'LonLat',
      description: 'The requested place, rounded to 2 decimals: [lon, lat] in degrees.',
      resolve: (one) => [placeOf(one).lon, placeOf(one).lat] as const,
    }),
    spot: t.field({
      type: PointType,
      description: 'The rounded location as a spot.',
      resolve: (one) => pointAt([placeOf(one).lon, placeOf(one).lat]),
    }),
    elevationM: t.float({
      nullable: true,
      description: 'Height in metres that temperatures are corrected to; null if unknown.',
      resolve: (one) => placeOf(one).elevationM,
    }),
    elevationSource: t.field({
      type: HeightSourceEnum,
      description: 'Where that height comes from.',
      resolve: (one) => placeOf(one).elevationSource,
    }),
    timezone: t.string({
      nullable: true,
      description: 'IANA name; null where it is unknown, and times are UTC.',
      resolve: (one) => placeOf(one).timezone ?? null,
    }),
    state: t.field({
      type: WeatherStateEnum,
      description: 'Whether the forecast is whole, partial or missing.',
      resolve: (one) => placeOf(one).state,
    }),
    ...sentencesFields(t, 'reasons', 'What is missing, and why.', (one) => placeOf(one).reasons),
    days: t.field({
      type: [WeatherDayType],
      description: 'In order, today first.',
      resolve: (one) => placeOf(one).days,
    }),
    day: t.field({
      type: WeatherDayType,
      nullable: true,
      description: 'One of the days; null if the requested days do not reach it.',
      args: argsOf(t, fields({ date: dateField() })),
      resolve: (one, { date }) => placeOf(one).days.find((day) => day.date === date) ?? null,
    }),
    hourly: t.field({
      // no forecast hangs on the release alone
      ofRelease: false,
      type: [WeatherHourType],
      description: 'Every hour of the days, or of one of them; empty where there is no forecast.',
      args: argsOf(t, fields({ date: dateField().optional() })),
      resolve: (one, { date }) => {
        const { hourly = [] } = placeOf(one)
        return date == null ? hourly : hourly.filter(({ time }) => time.startsWith(date))
      },
    }),
  }),
})

/** The one that it is of: GraphQL asks for places one by one, and they go to the provider together. */
const placeOf = ({ points }: WeatherForecast): WeatherPoint => points[0]

/** Places farther than this from a forecast are not its place. */
const PLACE_RADIUS_M = 2000

/** The nearest place of any kind; charged as looking for it would be. */
function placeAt({ lon, lat }: WeatherPoint, { session, loaders }: DocumentContext) {
  return session.runLinked(reverse, 1, async () => {
    const [nearest] = await loaders.placesNear([lon, lat], {
      radiusM: PLACE_RADIUS_M,
      kinds: null,
      named: true,
      limit: 1,
    })
    return nearest === undefined ? null : loaders.place(nearest.id)
  })
}

builder.objectFields(ForecastType, (t) => ({
  place: t.field({
    type: PlaceType,
    nullable: true,
    runs: reverse,
    credits: 1,
    description:
      'The place with a name nearest to the rounded location; null where none is within 2 km, or beside an error.',
    resolve: (one, _args, context) => placeAt(placeOf(one), context),
  }),
}))

/** The hours and their freezing level are fetched where a document asks for them. */
export const requestedOfForecast = (info: GraphQLResolveInfo) => ({
  hourly: asksFor(info, 'hourly'),
  freezingLevel: asksFor(info, 'freezingLevelM'),
})
