// GraphQL of the weather: forecast, routeWeather, and the same asked of a place, a trail or a route. Weather costs nothing, so
// each field says how many forecast points it asks (`forecastPoints` in its extensions): a document may ask at most 50.

import { reverse } from '../resolvers/search.ts'
import type { DocumentContext } from './builder.ts'
import { DEFAULT_FORECAST_DAYS, forecast, forecastInput, linkedForecastInput, placeForecast } from '../resolvers/weather.ts'
import type { ForecastInput } from '../resolvers/weather.ts'
import { routeWeather, routeWeatherInput, weatherOfRoute } from '../resolvers/route-weather.ts'
import type { RouteWeather, RouteWeatherPace } from '../resolvers/route-weather.ts'
import { parseInput } from '../resolvers/parse-input.ts'
import type { ForecastModel, WeatherDay, WeatherForecast, WeatherHour, WeatherPoint } from '../src/weather/build-forecast.ts'
import type { Daylight, Range, RouteForecast, SampleWeather, ScanEntry, WeatherSample, WeatherSection } from '../src/weather/route-weather.ts'
import { builder, priceOf, withoutNulls } from './builder.ts'
import { CourseEngineType } from './course-types.ts'
import { LineInputType, withLine } from './line-input.ts'
import { PlaceType } from './place-type.ts'
import { ProfileEnum } from './route-enums.ts'
import { RouteType, StretchInterface, UnknownType } from './route-type.ts'
import { TrailType } from './trail-type.ts'

const WeatherStateEnum = builder.enumType('WeatherState', {
  description: 'How much of what was asked is there.',
  values: { OK: { value: 'ok', description: 'All of it.' }, PARTIAL: { value: 'partial', description: 'Not all; the reasons say what is missing.' }, MISSING: { value: 'missing', description: 'Nothing; the reasons say why.' } } as const,
})
const ForecastElevationSourceEnum = builder.enumType('ForecastElevationSource', {
  description: 'Where the height of a forecast point comes from.',
  values: {
    REQUEST: { value: 'request', description: 'Sent by the caller.' }, TERRAIN: { value: 'terrain', description: 'The terrain model of this service.' },
    PROVIDER_GRID: { value: 'provider_grid', description: 'Mean height of the model\'s cell; temperatures are not corrected.' }, UNKNOWN: { value: 'unknown', description: 'Not known; temperatures are not corrected.' },
  } as const,
})
const SampleKindEnum = builder.enumType('WeatherSampleKind', {
  description: 'Why there is a sample here.',
  values: { START: { value: 'start' }, END: { value: 'end' }, HIGH: { value: 'high', description: 'A high point.' }, LOW: { value: 'low', description: 'A low point.' }, ALONG: { value: 'along', description: 'Every 2 km.' } } as const,
})
const WindSideEnum = builder.enumType('WindSide', {
  description: 'Where the wind comes from, seen in the direction of travel: the larger of its two components.',
  values: { HEAD: { value: 'head', description: 'From ahead.' }, TAIL: { value: 'tail', description: 'From behind.' }, CROSS: { value: 'cross', description: 'From the side.' } } as const,
})
const DaylightStateEnum = builder.enumType('DaylightState', {
  description: 'The sun over a flat horizon; mountains around are not looked at.',
  values: { DAY: { value: 'day', description: 'The sun is up.' }, CIVIL_TWILIGHT: { value: 'civil_twilight', description: 'Up to 6 degrees below the horizon.' }, NIGHT: { value: 'night', description: 'Darker than that.' } } as const,
})

const WeatherProviderType = builder.objectRef<WeatherForecast['provider']>('WeatherProvider').implement({
  description: 'Who gives the values; must be named wherever they are shown.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'open-meteo, or sample for made-up values of the demo region.' }),
    attribution: t.exposeString('attribution', { description: 'Whom to name.' }),
    licence: t.exposeString('licence', { description: 'Licence of the values.' }),
    model: t.string({ nullable: true, description: 'The one model of all values; null where there are several, and each day and hour names its own.', resolve: (p) => p.model ?? null }),
  }),
})

const ForecastModelType = builder.objectRef<ForecastModel>('ForecastModel').implement({
  description: 'A model that gave values.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The provider\'s name for it.' }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', nullable: true, description: 'When its run began; null where the provider does not say.' }),
  }),
})

const WeatherDayType = builder.objectRef<WeatherDay>('WeatherDay').implement({
  description: 'A day of the place\'s own calendar, from midnight to midnight; 23 or 25 hours where the clocks change. Missing is null, never 0.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'Its date.' }),
    model: t.exposeString('model', { nullable: true, description: 'The one model of all its values but the probability; null where none has the whole day.' }),
    weatherCode: t.exposeInt('weatherCode', { nullable: true, description: 'Highest WMO weather code (table 4677) of its hours; null where it is missing.' }),
    tempMaxC: t.exposeFloat('tempMaxC', { nullable: true, description: 'Highest temperature in degrees Celsius, at the height of the point; null where it is missing.' }),
    tempMinC: t.exposeFloat('tempMinC', { nullable: true, description: 'Lowest temperature in degrees Celsius, at the height of the point; null where it is missing.' }),
    precipMm: t.exposeFloat('precipMm', { nullable: true, description: 'Precipitation in millimetres; null where it is missing.' }),
    precipProbabilityMaxPct: t.exposeFloat('precipProbabilityMaxPct', { nullable: true, description: 'Highest probability of precipitation of an hour, per cent; null is unknown, not 0.' }),
    windMaxKmh: t.exposeFloat('windMaxKmh', { nullable: true, description: 'Highest wind of an hour in km/h; null where it is missing.' }),
    gustMaxKmh: t.exposeFloat('gustMaxKmh', { nullable: true, description: 'Highest gust in km/h; null where it is missing.' }),
  }),
})

const HourInterface = builder.interfaceRef<WeatherHour>('WeatherOfHour').implement({
  description: 'Weather of one hour, of one model. Missing is null, never 0.',
  fields: (t) => ({
    time: t.exposeString('time', { description: 'Local time with its offset.' }),
    model: t.exposeString('model', { nullable: true, description: 'The one model of all its values but the probability; null where none has the hour.' }),
    tempC: t.float({ nullable: true, description: 'Temperature in degrees Celsius, at the height of the point; null where it is missing.', resolve: (h) => h.tempC ?? null }),
    precipMm: t.float({ nullable: true, description: 'Precipitation of the hour before, millimetres; null where it is missing.', resolve: (h) => h.precipMm ?? null }),
    precipProbabilityPct: t.float({ nullable: true, description: 'Probability of precipitation, per cent; null is unknown, not 0.', resolve: (h) => h.precipProbabilityPct ?? null }),
    windKmh: t.float({ nullable: true, description: 'Wind in km/h; null where it is missing.', resolve: (h) => h.windKmh ?? null }),
    gustKmh: t.float({ nullable: true, description: 'Gusts in km/h; null where it is missing.', resolve: (h) => h.gustKmh ?? null }),
    windDirDeg: t.float({ nullable: true, description: 'Where the wind comes from, degrees clockwise from north; null where it is missing.', resolve: (h) => h.windDirDeg ?? null }),
    weatherCode: t.int({ nullable: true, description: 'WMO weather code (table 4677); null where it is missing.', resolve: (h) => h.weatherCode ?? null }),
    probabilityModel: t.string({ nullable: true, description: 'The ensemble that the probability comes from; null where it is missing.', resolve: (h) => h.probabilityModel ?? null }),
    freezingLevelM: t.float({ nullable: true, description: 'Height of the freezing level in metres; null unless asked for or where the model lacks it.', resolve: (h) => h.freezingLevelM ?? null }),
  }),
})

const WeatherHourType = builder.objectRef<WeatherHour>('WeatherHour').implement({ description: 'An hour of a forecast.', interfaces: [HourInterface] })

const WeatherPointType = builder.objectRef<WeatherPoint>('WeatherPoint').implement({
  description: 'The forecast of one place.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'p0, p1 ... in the order asked.' }),
    location: t.field({ type: 'LonLat', description: 'As asked, rounded to 2 decimals: [lon, lat] in degrees.', resolve: ({ lon, lat }) => [lon, lat] as const }),
    elevationM: t.exposeFloat('elevationM', { nullable: true, description: 'Height in metres that temperatures are corrected to; null unknown.' }),
    elevationSource: t.field({ type: ForecastElevationSourceEnum, description: 'Where that height comes from.', resolve: (p) => p.elevationSource }),
    timezone: t.string({ nullable: true, description: 'IANA name; null where it is unknown, and times are UTC.', resolve: (p) => p.timezone ?? null }),
    state: t.field({ type: WeatherStateEnum, description: 'How much of it is there.', resolve: (p) => p.state }),
    reasons: t.exposeStringList('reasons', { description: 'What is missing, and why.' }),
    days: t.field({ type: [WeatherDayType], description: 'In order, today first.', resolve: (p) => p.days }),
    hourly: t.field({ type: [WeatherHourType], description: 'Every hour of the days; empty unless asked for.', resolve: (p) => p.hourly ?? [] }),
  }),
})

const forecastFields = {
  synthetic: 'Whether the values are made up, as those of the demo region are.',
  issuedAt: 'When the run of the model began, of several the oldest; null where that is not known.',
  issuedAtReason: 'Why it is not known; null where it is.',
  fetchedAt: 'When the provider was asked.',
  freshUntil: 'Until when this is what the provider has.',
  correction: 'How temperatures were brought to the height of the point.',
}

const ForecastType = builder.objectRef<WeatherForecast>('Forecast').implement({
  description: 'A weather forecast.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always weather-forecast/1.' }),
    provider: t.field({ type: WeatherProviderType, description: 'Who gives the values.', resolve: (f) => f.provider }),
    synthetic: t.exposeBoolean('synthetic', { description: forecastFields.synthetic }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: forecastFields.fetchedAt }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', nullable: true, description: forecastFields.issuedAt }),
    issuedAtReason: t.exposeString('issuedAtReason', { nullable: true, description: forecastFields.issuedAtReason }),
    freshUntil: t.expose('freshUntil', { type: 'DateTime', description: forecastFields.freshUntil }),
    requestedDays: t.exposeInt('requestedDays', { description: 'Days asked for.' }),
    correction: t.exposeString('correction', { description: forecastFields.correction }),
    models: t.field({ type: [ForecastModelType], description: 'The models that gave values, those of the probability alone last.', resolve: (f) => f.models }),
    points: t.field({ type: [WeatherPointType], description: 'One per place asked.', resolve: (f) => f.points }),
  }),
})

/** Places farther than this from a forecast are not its place. */
const PLACE_RADIUS_M = 2000

/** The nearest place of any kind; charged as looking for it would be. */
function placeAt({ lon, lat }: WeatherPoint, { ledger, loaders }: DocumentContext) {
  return ledger.runLinked(reverse, 1, async () => (await loaders.placesNear([lon, lat], { radiusM: PLACE_RADIUS_M, kinds: null, limit: 1 }))[0] ?? null)
}

builder.objectFields(WeatherPointType, (t) => ({
  place: t.field({
    type: PlaceType, nullable: true, complexity: 1, description: 'The place nearest to the rounded location, of any kind; null where none is within 2 km, or beside an error.',
    resolve: (point, _args, context) => placeAt(point, context),
  }),
}))

builder.objectFields(ForecastType, (t) => ({
  place: t.field({
    type: PlaceType, nullable: true, complexity: 1, description: 'The place of a forecast for one point: the nearest, of any kind; null where none is within 2 km, where several points were asked (each names its own), or beside an error.',
    resolve: ({ points }, _args, context) => (points.length === 1 ? placeAt(points[0], context) : null),
  }),
}))

const RangeType = builder.objectRef<Range>('WeatherRange').implement({
  description: 'Lowest and highest value.',
  fields: (t) => ({ min: t.exposeFloat('min', { description: 'The lowest.' }), max: t.exposeFloat('max', { description: 'The highest.' }) }),
})

const SampleWeatherType = builder.objectRef<SampleWeather>('SampleWeather').implement({
  description: 'The forecast hour reached.',
  interfaces: [HourInterface],
  fields: (t) => ({
    headwindKmh: t.exposeFloat('headwindKmh', { nullable: true, description: 'Wind against the direction of travel in km/h; negative is with it; null where it is missing.' }),
    crosswindKmh: t.exposeFloat('crosswindKmh', { nullable: true, description: 'Wind across the direction of travel in km/h; positive from the right; null where it is missing.' }),
    windSide: t.field({ type: WindSideEnum, nullable: true, description: 'The larger component; null where it is missing.', resolve: (w) => w.windSide }),
  }),
})

const DaylightType = builder.objectRef<Daylight>('Daylight').implement({
  description: 'Daylight at the arrival, over a flat horizon.',
  fields: (t) => ({
    state: t.field({ type: DaylightStateEnum, description: 'Day, twilight or night.', resolve: (d) => d.state }),
    sunriseUtc: t.expose('sunriseUtc', { type: 'DateTime', nullable: true, description: 'Sunrise of that day; null where the sun does not rise or set.' }),
    sunsetUtc: t.expose('sunsetUtc', { type: 'DateTime', nullable: true, description: 'Sunset of that day; null where the sun does not rise or set.' }),
    civilDuskUtc: t.expose('civilDuskUtc', { type: 'DateTime', nullable: true, description: 'End of civil twilight; null where there is none.' }),
  }),
})

const WeatherSampleType = builder.objectRef<WeatherSample>('WeatherSample').implement({
  description: 'A point of the line at the time it is reached.',
  fields: (t) => ({
    atM: t.exposeFloat('atM', { description: 'Metres along the line.' }),
    kind: t.field({ type: SampleKindEnum, description: 'Why it is a sample.', resolve: (s) => s.kind }),
    location: t.field({ type: 'LonLat', description: 'Where, [lon, lat] in degrees.', resolve: (s) => s.location }),
    minutes: t.exposeFloat('minutes', { description: 'Minutes from departure, stops before it included.' }),
    arrivalUtc: t.expose('arrivalUtc', { type: 'DateTime', description: 'When it is reached.' }),
    arrivalLocal: t.exposeString('arrivalLocal', { nullable: true, description: 'The same in local time with its offset; null where the time zone is unknown.' }),
    forecastElevationM: t.exposeFloat('forecastElevationM', { nullable: true, description: 'Height in metres that the temperature is corrected to; null where it is not corrected.' }),
    bearingDeg: t.exposeFloat('bearingDeg', { description: 'Direction of travel, degrees clockwise from north.' }),
    weather: t.field({ type: SampleWeatherType, nullable: true, description: 'The forecast hour reached; null with the reason in missing.', resolve: (s) => s.weather }),
    missing: t.exposeString('missing', { nullable: true, description: 'Why there is none; null where there is.' }),
    daylight: t.field({ type: DaylightType, description: 'Daylight then.', resolve: (s) => s.daylight }),
  }),
})

const SectionInterface = builder.interfaceRef<WeatherSection>('WeatherRanges').implement({
  description: 'What the samples of a stretch range over; null where none has a value. Never a combined score.',
  fields: (t) => ({
    fromUtc: t.expose('fromUtc', { type: 'DateTime', description: 'When it is entered.' }),
    toUtc: t.expose('toUtc', { type: 'DateTime', description: 'When it is left.' }),
    tempC: t.field({ type: RangeType, nullable: true, description: 'Temperature in degrees Celsius; null where it is missing.', resolve: (s) => s.tempC }),
    precipMm: t.field({ type: RangeType, nullable: true, description: 'Precipitation of an hour in millimetres; null where it is missing.', resolve: (s) => s.precipMm }),
    precipProbabilityPct: t.field({ type: RangeType, nullable: true, description: 'Probability of precipitation in per cent; null where it is missing.', resolve: (s) => s.precipProbabilityPct }),
    windKmh: t.field({ type: RangeType, nullable: true, description: 'Wind in km/h; null where it is missing.', resolve: (s) => s.windKmh }),
    gustKmh: t.field({ type: RangeType, nullable: true, description: 'Gusts in km/h; null where it is missing.', resolve: (s) => s.gustKmh }),
    weatherCodes: t.exposeIntList('weatherCodes', { description: 'WMO weather codes that occur.' }),
    missingShare: t.exposeFloat('missingShare', { description: 'Share of the samples without a forecast, 0 to 1.' }),
  }),
})

const WeatherSectionType = builder.objectRef<WeatherSection>('WeatherSection').implement({ description: 'The stretch between two marked points: start, highs, lows, end.', interfaces: [StretchInterface, SectionInterface] })

const ScanEntryType = builder.objectRef<ScanEntry>('DepartureScan').implement({
  description: 'The whole line at one departure.',
  interfaces: [SectionInterface],
  fields: (t) => ({
    departureUtc: t.expose('departureUtc', { type: 'DateTime', description: 'The departure.' }),
    arrivalUtc: t.expose('arrivalUtc', { type: 'DateTime', description: 'The arrival at the end.' }),
    headwindKmh: t.field({ type: RangeType, nullable: true, description: 'Wind against the direction of travel in km/h; negative is with it; null where it is missing.', resolve: (s) => s.headwindKmh }),
    darkSamples: t.exposeInt('darkSamples', { description: 'Samples passed at night.' }),
  }),
})

const RouteForecastType = builder.objectRef<RouteForecast>('RouteForecast').implement({
  description: 'The forecast behind the samples.',
  fields: (t) => ({
    provider: t.field({ type: WeatherProviderType, description: 'Who gives the values.', resolve: (f) => f.provider }),
    schema: t.exposeString('schema', { description: 'Always weather-forecast/1.' }),
    synthetic: t.exposeBoolean('synthetic', { description: forecastFields.synthetic }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', nullable: true, description: forecastFields.issuedAt }),
    issuedAtReason: t.exposeString('issuedAtReason', { nullable: true, description: forecastFields.issuedAtReason }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: forecastFields.fetchedAt }),
    freshUntil: t.expose('freshUntil', { type: 'DateTime', description: forecastFields.freshUntil }),
    hourRule: t.exposeString('hourRule', { description: 'Which hour belongs to an arrival.' }),
    correction: t.exposeString('correction', { description: forecastFields.correction }),
    models: t.field({ type: [ForecastModelType], description: 'The models that gave values, those of the probability alone last.', resolve: (f) => f.models }),
  }),
})

const PaceType = builder.objectRef<RouteWeatherPace>('TravelPace').implement({
  description: 'How arrival times were found.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'service-hike/2, min_per_km or kmh.' }),
    value: t.exposeFloat('value', { nullable: true, description: 'Minutes per kilometre or km/h; null for service-hike/2.' }),
    paceFactor: t.exposeFloat('paceFactor', { nullable: true, description: 'Times the walking time; null for a pace of one\'s own.' }),
  }),
})

const RouteWeatherType = builder.objectRef<RouteWeather>('RouteWeather').implement({
  description: 'The weather along a line at the time of arrival.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always route-weather/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (w) => w.engine }),
    departureUtc: t.field({ type: 'DateTime', description: 'The departure.', resolve: (w) => w.departure.utc }),
    profile: t.field({ type: ProfileEnum, description: 'How one travels.', resolve: (w) => w.profile }),
    pace: t.field({ type: PaceType, description: 'How arrival times were found.', resolve: (w) => w.pace }),
    forecast: t.field({ type: RouteForecastType, description: 'The forecast behind it.', resolve: (w) => w.forecast }),
    samples: t.field({ type: [WeatherSampleType], description: 'Start, end, highs, lows and a point every 2 km, in order.', resolve: (w) => w.samples }),
    sections: t.field({ type: [WeatherSectionType], description: 'Ranges between marked points.', resolve: (w) => w.sections }),
    scan: t.field({ type: [ScanEntryType], description: 'The whole line at each further departure asked; empty where none was.', resolve: (w) => w.scan ?? [] }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known.', resolve: (w) => w.unknowns }),
  }),
})

const ForecastPointInputType = builder.inputType('ForecastPointInput', {
  description: 'A place.',
  fields: (t) => ({
    lon: t.float({ required: true, description: 'Longitude in degrees.' }),
    lat: t.float({ required: true, description: 'Latitude in degrees.' }),
    elevationM: t.float({ description: 'Its height in metres, -500 to 9,000; the terrain model\'s where left out.' }),
  }),
})
const StopInputType = builder.inputType('StopInput', {
  description: 'A rest.',
  fields: (t) => ({ atKm: t.float({ required: true, description: 'Where, kilometres along the line.' }), minutes: t.float({ required: true, description: 'How long, 0 to 1,440 minutes.' }) }),
})
const DEPARTURE = 'ISO 8601 with offset, from six hours ago to 16 days ahead.'
const RouteWeatherInputType = builder.inputType('RouteWeatherInput', {
  description: 'A line of one part, at most 5,000 points and 120 km, and when it is travelled.',
  fields: (t) => ({
    line: t.field({ type: LineInputType, required: true, description: 'The line.' }),
    departure: t.string({ required: true, description: `When one leaves: ${DEPARTURE}` }),
    departures: t.stringList({ description: `Up to 24 further departures to scan at the cost of the same forecast: ${DEPARTURE}` }),
    profile: t.field({ type: ProfileEnum, description: 'Hike has its own walking time; run and bike need a pace. Default HIKE.' }),
    paceFactor: t.float({ description: 'Times the walking time, 0.5 to 2; hike only.' }),
    minPerKm: t.float({ description: 'Pace, 1 to 60 minutes per kilometre.' }),
    kmh: t.float({ description: 'Speed, 1 to 60 km/h.' }),
    stops: t.field({ type: [StopInputType], description: 'Up to 50 rests.' }),
    freezingLevel: t.boolean({ description: 'Adds the freezing level to each sample.' }),
  }),
}).validate(withLine(routeWeatherInput))

builder.queryFields((t) => ({
  forecast: t.field({
    type: ForecastType, nullable: true, description: forecast.summary,
    args: t.validate({
      points: t.arg({ type: [ForecastPointInputType], required: true, description: '1 to 12 places, rounded to 2 decimals.' }),
      days: t.arg.int({ description: `Forecast days, 1 to 16. Default ${DEFAULT_FORECAST_DAYS}.` }),
      hourly: t.arg.boolean({ description: 'Adds every hour of these days.' }),
      freezingLevel: t.arg.boolean({ description: 'Adds the freezing level of every hour.' }),
    }, withoutNulls(forecastInput)),
    extensions: { forecastPoints: ({ points }: { points?: unknown }) => (Array.isArray(points) ? points.length : 0) },
    resolve: (_, args, { ledger }) => ledger.run(forecast, args as ForecastInput),
  }),
  routeWeather: t.field({
    type: RouteWeatherType, nullable: true, description: routeWeather.summary, args: { input: t.arg({ type: RouteWeatherInputType, required: true, description: 'The line and its times; null where it is missing.' }) },
    complexity: () => priceOf(routeWeather, {}), resolve: (_, { input }, { ledger }) => ledger.run(routeWeather, input as never),
  }),
}))

const linkArgs = { days: `Forecast days, 1 to 16. Default ${DEFAULT_FORECAST_DAYS}.`, hourly: 'Adds every hour of these days.', freezingLevel: 'Adds the freezing level of every hour.' }
type LinkArgs = { days?: number | null; hourly?: boolean | null; freezingLevel?: boolean | null }

/** Charged nothing, counted as one point; all that a document asks for so many days is one question to the provider. */
function forecastAt(at: readonly [number, number], args: LinkArgs, { ledger, loaders }: DocumentContext) {
  const input = parseInput({ input: withoutNulls(linkedForecastInput) } as never, { at, ...args })
  return ledger.run(placeForecast(loaders), input as never)
}

builder.objectFields(PlaceType, (t) => ({
  forecast: t.field({
    type: ForecastType, nullable: true, description: 'The weather at it, at the height of the terrain there; null beside an error where there is none.',
    args: { days: t.arg.int({ description: linkArgs.days }), hourly: t.arg.boolean({ description: linkArgs.hourly }), freezingLevel: t.arg.boolean({ description: linkArgs.freezingLevel }) },
    extensions: { forecastPoints: () => 1 },
    resolve: ({ lon, lat }, args, context) => forecastAt([lon, lat], args, context),
  }),
}))

builder.objectFields(TrailType, (t) => ({
  forecast: t.field({
    type: ForecastType, nullable: true, description: 'The weather at its `location`, near its middle; null beside an error where there is none.',
    args: { days: t.arg.int({ description: linkArgs.days }), hourly: t.arg.boolean({ description: linkArgs.hourly }), freezingLevel: t.arg.boolean({ description: linkArgs.freezingLevel }) },
    extensions: { forecastPoints: () => 1 },
    resolve: ({ lon, lat }, args, context) => forecastAt([lon, lat], args, context),
  }),
}))

builder.objectFields(RouteType, (t) => ({
  weather: t.field({
    type: RouteWeatherType, nullable: true, description: 'The weather along it at the time of arrival, on foot by its own walking time; null beside an error. Profile is that of the route; run and bike need a pace.',
    args: {
      departure: t.arg.string({ required: true, description: `When one leaves: ${DEPARTURE}` }),
      departures: t.arg.stringList({ description: 'Up to 24 further departures to scan.' }),
      paceFactor: t.arg.float({ description: 'Times the walking time, 0.5 to 2; hike only.' }),
      minPerKm: t.arg.float({ description: 'Pace, 1 to 60 minutes per kilometre.' }),
      kmh: t.arg.float({ description: 'Speed, 1 to 60 km/h.' }),
      stops: t.arg({ type: [StopInputType], description: 'Up to 50 rests.' }),
      freezingLevel: t.arg.boolean({ description: 'Adds the freezing level to each sample.' }),
    },
    complexity: () => priceOf(routeWeather, {}),
    resolve: (route, args, { ledger }) => {
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
      return ledger.run(weatherOfRoute(route), parseInput(routeWeather, { ...given, profile: route.settings.profile }))
    },
  }),
}))
