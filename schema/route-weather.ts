// The types of Course.weather.

import { paceForms, stopOnLine } from '../resolvers/input/route-weather-input.ts'
import type { RouteWeather } from '../resolvers/route-weather.ts'
import type { Range, ScanEntry, WeatherSection } from '../src/weather/route-weather.ts'
import type { Walker } from '../src/course/pace-models.ts'
import { toSeconds } from '../resolvers/input/units.ts'
import { inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { EngineType } from './course-types.ts'
import { AppliedWalkerType, TravelModeEnum, WalkerInputType } from './travel-settings.ts'
import { type OnLine, type Placed, placeAlong } from '../resolvers/stretch-of.ts'
import { UnknownType } from './route-notes.ts'
import { reasonFields } from './sentence.ts'
import { StretchInterface } from './stretch-interface.ts'
import { ForecastRunType, HourInterface } from './weather-types.ts'
import type { Daylight, SampleWeather, WeatherSample } from '../src/weather/weather-samples.ts'
import { locationFields } from './spot.ts'

const SectionInterface = builder.interfaceRef<WeatherSection>('WeatherRanges').implement({
  description: 'The range of values over the samples of a stretch; null if none has a value. Never a combined score.',
  fields: (t) => ({
    fromAt: t.expose('fromUtc', { type: 'DateTime', description: 'When it is entered.' }),
    toAt: t.expose('toUtc', { type: 'DateTime', description: 'When it is left.' }),
    tempC: t.expose('tempC', {
      type: RangeType,
      nullable: true,
      description: 'Temperature in degrees Celsius; null where it is missing.',
    }),
    precipMm: t.expose('precipMm', {
      type: RangeType,
      nullable: true,
      description: 'Precipitation of an hour in millimetres; null where it is missing.',
    }),
    precipProbabilityPct: t.expose('precipProbabilityPct', {
      type: RangeType,
      nullable: true,
      description: 'Probability of precipitation in per cent; null where it is missing.',
    }),
    windKmh: t.expose('windKmh', {
      type: RangeType,
      nullable: true,
      description: 'Wind in km/h; null where it is missing.',
    }),
    gustKmh: t.expose('gustKmh', {
      type: RangeType,
      nullable: true,
      description: 'Gusts in km/h; null where it is missing.',
    }),
    weatherCodes: t.exposeIntList('weatherCodes', { description: 'WMO weather codes that occur.' }),
    missingShare: t.exposeFloat('missingShare', { description: 'Share of the samples without a forecast, 0 to 1.' }),
  }),
})

const WeatherSectionType = builder.objectRef<Placed<WeatherSection>>('WeatherSection').implement({
  description: 'The stretch between two marked points: start, highs, lows, end.',
  interfaces: [StretchInterface, SectionInterface],
})

const ScanEntryType = builder.objectRef<ScanEntry>('DepartureScan').implement({
  description: 'The whole line at one departure.',
  interfaces: [SectionInterface],
  fields: (t) => ({
    departureAt: t.expose('departureUtc', { type: 'DateTime', description: 'The time of departure.' }),
    arrivalAt: t.expose('arrivalUtc', { type: 'DateTime', description: 'The arrival at the end.' }),
    headwindKmh: t.expose('headwindKmh', {
      type: RangeType,
      nullable: true,
      description: 'Wind against the direction of travel in km/h; negative is with it; null where it is missing.',
    }),
    darkSampleCount: t.exposeInt('darkSamples', { description: 'Samples passed at night.' }),
  }),
})

/** The answer with the pace of the caller, which REST does not repeat. */
export type WeatherAlong = RouteWeather & { walker: Walker | null }

/** Seen as the forms of PaceInput. */
const PaceType = builder.objectRef<WeatherAlong>('TravelPace').implement({
  description:
    'What arrival times follow from, in the forms of `PaceInput`: one of them is there, the others are null.',
  fields: (t) => ({
    speedKmh: t.float({
      nullable: true,
      description: 'Speed in km/h, the same everywhere; null where none was sent.',
      resolve: ({ pace: { kind, value } }) => (kind === 'kmh' ? value : null),
    }),
    minPerKm: t.float({
      nullable: true,
      description: 'Minutes per kilometre, the same everywhere; null where none were sent.',
      resolve: ({ pace: { kind, value } }) => (kind === 'min_per_km' ? value : null),
    }),
    factor: t.float({
      nullable: true,
      description:
        'Factor on the walking time of the model SERVICE_HIKE_2, 1 if no pace was sent; null with any other form.',
      resolve: ({ pace: { paceFactor }, walker }) => (walker === null ? paceFactor : null),
    }),
    walker: t.field({
      type: AppliedWalkerType,
      nullable: true,
      description: 'Your own pace on the walking time of the model SERVICE_HIKE_2; null where none was sent.',
      resolve: ({ walker }) => walker,
    }),
  }),
})

export const RouteWeatherType = builder.objectRef<OnLine<WeatherAlong>>('RouteWeather').implement({
  description: 'The weather along a line at the time of arrival.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    departureAt: t.field({ type: 'DateTime', description: 'The time of departure.', resolve: (w) => w.departure.utc }),
    mode: t.expose('profile', { type: TravelModeEnum, description: 'How the line is travelled.' }),
    pace: t.field({ type: PaceType, description: 'How arrival times were found.', resolve: (weather) => weather }),
    run: t.expose('forecast', {
      type: ForecastRunType,
      description: 'Where its values come from and how old they are.',
    }),
    samples: t.expose('samples', {
      type: [WeatherSampleType],
      description: 'Start, end, highs, lows and a point every 2 km, in order.',
    }),
    sections: t.field({
      type: [WeatherSectionType],
      description: 'Ranges between marked points.',
      resolve: (w) => placeAlong(w.sections, w.along),
    }),
    scan: t.field({
      type: [ScanEntryType],
      description: 'The whole line at each further departure requested; empty if there were none.',
      resolve: (w) => w.scan ?? [],
    }),
    unknowns: t.expose('unknowns', { type: [UnknownType], description: 'What is not known.' }),
  }),
})

const PaceInput = builder.inputType('PaceInput', {
  description: 'Your pace in one of these forms.',
  isOneOf: true,
  fields: (t) => inputFieldsOf(t, paceForms, { walker: WalkerInputType }),
})

const StopInput = builder.inputType('StopInput', {
  description: 'A rest on the way.',
  fields: (t) => inputFieldsOf(t, stopOnLine),
})

/** Types of the arguments of Course.weather. */
export const WEATHER_TYPES = {
  departure: 'DateTime',
  departures: 'DateTime',
  mode: TravelModeEnum,
  pace: PaceInput,
  stops: StopInput,
} as const

const SampleKindEnum = builder.enumType('WeatherSampleKind', {
  description: 'Why there is a sample here.',
  values: {
    START: { value: 'start', description: 'Where the line begins.' },
    END: { value: 'end', description: 'Where the line ends.' },
    HIGH: { value: 'high', description: 'A high point of the line (turning points of 100 m and more).' },
    LOW: { value: 'low', description: 'A low point of the line (turning points of 100 m and more).' },
    ALONG: { value: 'along', description: 'One of the samples at every 2 km.' },
  } as const,
})

const WindSideEnum = builder.enumType('WindSide', {
  description: 'Where the wind comes from, seen in the direction of travel: the larger of its two components.',
  values: {
    HEAD: { value: 'head', description: 'Mostly from ahead.' },
    TAIL: { value: 'tail', description: 'Mostly from behind.' },
    CROSS: { value: 'cross', description: 'Mostly from the side.' },
  } as const,
})

const DaylightStateEnum = builder.enumType('DaylightState', {
  description: 'Daylight over a flat horizon; mountains are ignored.',
  values: {
    DAY: { value: 'day', description: 'The sun is above the horizon.' },
    CIVIL_TWILIGHT: {
      value: 'civil_twilight',
      description: 'The sun is up to 6 degrees below the horizon: light enough to walk.',
    },
    NIGHT: { value: 'night', description: 'The sun is more than 6 degrees below the horizon.' },
  } as const,
})

const RangeType = builder.objectRef<Range>('WeatherRange').implement({
  description: 'Lowest and highest value.',
  fields: (t) => ({
    min: t.exposeFloat('min', { description: 'The lowest value along the section.' }),
    max: t.exposeFloat('max', { description: 'The highest value along the section.' }),
  }),
})

const SampleWeatherType = builder.objectRef<SampleWeather>('SampleWeather').implement({
  description: 'The forecast hour reached.',
  interfaces: [HourInterface],
  fields: (t) => ({
    headwindKmh: t.exposeFloat('headwindKmh', {
      nullable: true,
      description: 'Wind against the direction of travel in km/h; negative is with it; null where it is missing.',
    }),
    crosswindKmh: t.exposeFloat('crosswindKmh', {
      nullable: true,
      description: 'Wind across the direction of travel in km/h; positive from the right; null where it is missing.',
    }),
    windSide: t.expose('windSide', {
      type: WindSideEnum,
      nullable: true,
      description: 'The larger component; null where it is missing.',
    }),
    sums: t.expose('sums', {
      type: SumsHourType,
      description: 'The hour that its precipitation, probability and gusts are of: the one in which the arrival lies.',
    }),
  }),
})

const SumsHourType = builder.objectRef<SampleWeather['sums']>('SumsHour').implement({
  description: 'The hour that precipitation, its probability and gusts are of.',
  fields: (t) => ({
    fromAt: t.expose('fromUtc', { type: 'DateTime', description: 'When it begins.' }),
    toAt: t.expose('toUtc', { type: 'DateTime', description: 'When it ends.' }),
    model: t.exposeString('model', { nullable: true, description: 'The model of that hour; null if none has it.' }),
  }),
})

const DaylightType = builder.objectRef<Daylight>('Daylight').implement({
  description: 'Daylight at the arrival, over a flat horizon.',
  fields: (t) => ({
    state: t.expose('state', { type: DaylightStateEnum, description: 'Day, twilight or night.' }),
    sunriseAt: t.expose('sunriseUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'Sunrise of that day; null where the sun does not rise or set.',
    }),
    sunsetAt: t.expose('sunsetUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'Sunset of that day; null where the sun does not rise or set.',
    }),
    civilDuskAt: t.expose('civilDuskUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'End of civil twilight; null if the sun does not cross that height.',
    }),
  }),
})

/** The weather at one place of a line, at the hour of arrival. */
const WeatherSampleType = builder.objectRef<WeatherSample>('WeatherSample').implement({
  description: 'A point of the line at the time it is reached.',
  fields: (t) => ({
    atM: t.exposeFloat('atM', { description: 'Metres along the line.' }),
    kind: t.expose('kind', { type: SampleKindEnum, description: 'Why it is a sample.' }),
    ...locationFields(t, 'Where, [lon, lat] in degrees.', (s) => s.location),
    afterS: t.float({
      description: 'Seconds from departure, stops before it included.',
      resolve: (s) => toSeconds(s.minutes),
    }),
    arrivalAt: t.expose('arrivalUtc', { type: 'DateTime', description: 'When it is reached.' }),
    arrivalLocal: t.expose('arrivalLocal', {
      type: 'LocalDateTime',
      description: 'The same by the clock of the place, with its offset.',
    }),
    forecastElevationM: t.exposeFloat('forecastElevationM', {
      nullable: true,
      description: 'Height in metres that the temperature is corrected to; null where it is not corrected.',
    }),
    bearingDeg: t.exposeFloat('bearingDeg', { description: 'Direction of travel, degrees clockwise from north.' }),
    weather: t.expose('weather', {
      type: SampleWeatherType,
      nullable: true,
      description: 'The forecast hour reached; null where `missing` says why.',
    }),
    ...reasonFields(t, 'missing', 'Why there is no forecast; null if there is one.', (sample) => sample.missing),
    daylight: t.expose('daylight', { type: DaylightType, description: 'Daylight at the arrival.' }),
  }),
})
