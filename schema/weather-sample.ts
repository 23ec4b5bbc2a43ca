// The weather at one place of a line, at the hour of arrival.

import type { Range } from '../src/weather/route-weather.ts'
import type { SampleWeather, Daylight, WeatherSample } from '../src/weather/weather-samples.ts'
import { builder } from './builder.ts'
import { locationFields } from './spot/location-fields.ts'
import { HourInterface } from './weather-types.ts'

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

export const RangeType = builder.objectRef<Range>('WeatherRange').implement({
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
    windSide: t.field({
      type: WindSideEnum,
      nullable: true,
      description: 'The larger component; null where it is missing.',
      resolve: (w) => w.windSide,
    }),
    sums: t.field({
      type: SumsHourType,
      description: 'The hour that its precipitation, probability and gusts are of: the one in which the arrival lies.',
      resolve: (w) => w.sums,
    }),
  }),
})

const SumsHourType = builder.objectRef<SampleWeather['sums']>('SumsHour').implement({
  description: 'The hour that precipitation, its probability and gusts are of.',
  fields: (t) => ({
    fromUtc: t.expose('fromUtc', { type: 'DateTime', description: 'When it begins.' }),
    toUtc: t.expose('toUtc', { type: 'DateTime', description: 'When it ends.' }),
    model: t.exposeString('model', { nullable: true, description: 'The model of that hour; null if none has it.' }),
  }),
})

const DaylightType = builder.objectRef<Daylight>('Daylight').implement({
  description: 'Daylight at the arrival, over a flat horizon.',
  fields: (t) => ({
    state: t.field({ type: DaylightStateEnum, description: 'Day, twilight or night.', resolve: (d) => d.state }),
    sunriseUtc: t.expose('sunriseUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'Sunrise of that day; null where the sun does not rise or set.',
    }),
    sunsetUtc: t.expose('sunsetUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'Sunset of that day; null where the sun does not rise or set.',
    }),
    civilDuskUtc: t.expose('civilDuskUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'End of civil twilight; null where there is none.',
    }),
  }),
})

export const WeatherSampleType = builder.objectRef<WeatherSample>('WeatherSample').implement({
  description: 'A point of the line at the time it is reached.',
  fields: (t) => ({
    atM: t.exposeFloat('atM', { description: 'Metres along the line.' }),
    kind: t.field({ type: SampleKindEnum, description: 'Why it is a sample.', resolve: (s) => s.kind }),
    ...locationFields(t, 'Where, [lon, lat] in degrees.', (s) => s.location),
    minutes: t.exposeFloat('minutes', { description: 'Minutes from departure, stops before it included.' }),
    arrivalUtc: t.expose('arrivalUtc', { type: 'DateTime', description: 'When it is reached.' }),
    arrivalLocal: t.exposeString('arrivalLocal', {
      description: 'The same by the clock of the place, with its offset.',
    }),
    forecastElevationM: t.exposeFloat('forecastElevationM', {
      nullable: true,
      description: 'Height in metres that the temperature is corrected to; null where it is not corrected.',
    }),
    bearingDeg: t.exposeFloat('bearingDeg', { description: 'Direction of travel, degrees clockwise from north.' }),
    weather: t.field({
      type: SampleWeatherType,
      nullable: true,
      description: 'The forecast hour reached; null with the reason in missing.',
      resolve: (s) => s.weather,
    }),
    missing: t.exposeString('missing', {
      nullable: true,
      description: 'Why there is no forecast; null if there is one.',
    }),
    daylight: t.field({ type: DaylightType, description: 'Daylight at the arrival.', resolve: (s) => s.daylight }),
  }),
})
