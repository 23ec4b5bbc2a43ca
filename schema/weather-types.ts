// What a forecast and the weather along a route have in common: who gives the values, of which models, and the weather
// of an hour.

import { type WeatherGroup, weatherGroup } from '../clients/typescript/src/weather-groups.ts'
import type { ForecastModel, WeatherForecast, WeatherHour } from '../src/weather/forecast-types.ts'
import { builder } from './builder.ts'
import { reasonFields, sentenceFields } from './sentence.ts'

const WeatherProviderType = builder.objectRef<WeatherForecast['provider']>('WeatherProvider').implement({
  description: 'The provider of the values, to be credited wherever they are shown.',
  fields: (t) => ({
    key: t.exposeString('id', { description: 'open-meteo, or sample for made-up values of the demo region.' }),
    ...sentenceFields(t, 'attribution', 'Who must be credited.', (provider) => provider.attribution),
    licence: t.exposeString('licence', { description: 'Licence of the forecast values.' }),
    model: t.string({
      nullable: true,
      description: 'The one model of all values; null where there are several, and each day and hour names its own.',
      resolve: (p) => p.model ?? null,
    }),
  }),
})

const ForecastModelType = builder.objectRef<ForecastModel>('ForecastModel').implement({
  description: 'A model that gave values.',
  fields: (t) => ({
    name: t.exposeString('id', { description: "The provider's name for it." }),
    issuedAt: t.expose('issuedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its run began; null where the provider does not say.',
    }),
  }),
})

const WEATHER: Record<WeatherGroup, [name: string, description: string]> = {
  clear: ['CLEAR', 'No clouds.'],
  fair: ['FAIR', 'Clouds that leave sky between them.'],
  overcast: ['OVERCAST', 'Clouds all over.'],
  haze: ['HAZE', 'Haze, mist or smoke.'],
  recent: ['RECENT_RAIN', 'Rain, snow or fog in the hour before.'],
  dust: ['DUST', 'Blowing dust, sand or snow.'],
  fog: ['FOG', 'Fog, with or without rime.'],
  drizzle: ['DRIZZLE', 'Drizzle, which may freeze.'],
  rain: ['RAIN', 'Rain that lasts, not in showers.'],
  freezing: ['FREEZING_RAIN', 'Rain that freezes on the ground.'],
  sleet: ['SLEET', 'Rain with snow.'],
  snow: ['SNOW', 'Snow or grains of ice.'],
  showers: ['SHOWERS', 'Showers of rain.'],
  snowShowers: ['SNOW_SHOWERS', 'Showers of snow or sleet.'],
  thunder: ['THUNDERSTORM', 'A thunderstorm, or showers of hail.'],
}
const WeatherEnum = builder.enumType('Weather', {
  description: 'What a weather code of the WMO (table 4677) says, in a word.',
  values: Object.fromEntries(
    Object.entries(WEATHER).map(([value, [name, description]]) => [name, { value, description }]),
  ) as Record<string, { value: WeatherGroup; description: string }>,
})

/** The word beside `weatherCode`. */
export const SKY = {
  type: WeatherEnum,
  nullable: true,
  description: '`weatherCode` in a word; null where that is missing.',
  resolve: ({ weatherCode }: { weatherCode?: number | null }) =>
    weatherCode == null ? null : weatherGroup(weatherCode),
} as const

export const HourInterface = builder.interfaceRef<WeatherHour>('WeatherOfHour').implement({
  description: 'Weather of one hour, of one model. Missing is null, never 0.',
  fields: (t) => ({
    timeLocal: t.expose('time', { type: 'LocalDateTime', description: 'By the clock of the place.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The one model of all its values but the probability; null where none has the hour.',
    }),
    tempC: t.float({
      nullable: true,
      description: 'Temperature in degrees Celsius, at the height of the point; null where it is missing.',
      resolve: (h) => h.tempC ?? null,
    }),
    precipMm: t.float({
      nullable: true,
      description:
        'Precipitation in millimetres: in the hour that ends at `timeLocal`, or along a line in the hour `sums`; null where it is missing.',
      resolve: (h) => h.precipMm ?? null,
    }),
    precipProbabilityPct: t.float({
      nullable: true,
      description: 'Probability of precipitation in the same hour, per cent; null is unknown, not 0.',
      resolve: (h) => h.precipProbabilityPct ?? null,
    }),
    windKmh: t.float({
      nullable: true,
      description: 'Wind in km/h; null where it is missing.',
      resolve: (h) => h.windKmh ?? null,
    }),
    gustKmh: t.float({
      nullable: true,
      description: 'The strongest gust of the same hour in km/h; null where it is missing.',
      resolve: (h) => h.gustKmh ?? null,
    }),
    windDirDeg: t.float({
      nullable: true,
      description: 'Where the wind comes from, degrees clockwise from north; null where it is missing.',
      resolve: (h) => h.windDirDeg ?? null,
    }),
    weatherCode: t.int({
      nullable: true,
      description: 'WMO weather code (table 4677); null where it is missing.',
      resolve: (h) => h.weatherCode ?? null,
    }),
    sky: t.field(SKY),
    probabilityModel: t.string({
      nullable: true,
      description: 'The ensemble that the probability comes from; null where it is missing.',
      resolve: (h) => h.probabilityModel ?? null,
    }),
    freezingLevelM: t.float({
      nullable: true,
      description: 'Height of the freezing level in metres; null where the model lacks it.',
      resolve: (h) => h.freezingLevelM ?? null,
    }),
  }),
})

type Sourced = Pick<
  WeatherForecast,
  | 'provider'
  | 'synthetic'
  | 'fetchedAt'
  | 'issuedAt'
  | 'issuedAtReason'
  | 'freshUntil'
  | 'correction'
  | 'hourRule'
  | 'models'
>

export const ForecastRunType = builder.objectRef<Sourced>('ForecastRun').implement({
  description: 'Where the values of a forecast come from and how old they are.',
  fields: (t) => ({
    provider: t.expose('provider', { type: WeatherProviderType, description: 'Who gives the values.' }),
    synthetic: t.exposeBoolean('synthetic', {
      description: 'Whether the values are made up, as those of the demo region are.',
    }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: 'When the provider was asked.' }),
    issuedAt: t.expose('issuedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the run of the model began, of several the oldest; null where that is not known.',
    }),
    ...reasonFields(
      t,
      'issuedAtReason',
      'Why `issuedAt` is not known; null where it is known.',
      (source) => source.issuedAtReason,
    ),
    freshUntil: t.expose('freshUntil', {
      type: 'DateTime',
      description: 'Until when this remains the latest forecast of the provider.',
    }),
    ...sentenceFields(
      t,
      'correction',
      'How temperatures were brought to the height of the point.',
      (source) => source.correction,
    ),
    ...sentenceFields(t, 'hourRule', 'Which hour the values are of, and their sums.', (source) => source.hourRule),
    models: t.expose('models', {
      type: [ForecastModelType],
      description: 'The models that gave values, those of the probability alone last.',
    }),
  }),
})
