// The types of Course.snow and Spot.snow. An unknown point is unknown by type: its
// class is never null and never CLEAR for want of data.

import type { RouteSnow } from '../resolvers/snow.ts'
import { SnowReasonEnum, enumValues } from './code-enums.ts'
import { AttributionType } from './service.ts'
import { builder } from './builder.ts'
import type { SnowProduct } from '../src/weather/snow/snow-products.ts'
import { type OnLine, type Placed, placeAlong } from '../resolvers/stretch-of.ts'
import { UnknownType } from './route-notes.ts'
import { locationFields } from './spot.ts'
import { StretchInterface } from './stretch-interface.ts'

const SnowClassEnum = builder.enumType('SnowClass', {
  description: 'What the observation says about a point.',
  values: {
    SNOW: { value: 'snow', description: 'Observed snow: cover of 50 % and more, or NDSI of 40 and more.' },
    CLEAR: { value: 'clear', description: 'Observed free of snow: cover of 10 % and less, or NDSI of 10 and less.' },
    UNKNOWN: { value: 'unknown', description: 'No valid observation, or partial cover. Never to be read as clear.' },
  } as const,
})

const SnowProductEnum = builder.enumType('SnowProduct', {
  description: 'What a snow raster holds.',
  values: enumValues<SnowProduct>({
    gfsc: 'Gap-filled fractional snow cover (Copernicus GFSC).',
    fsc: 'Fractional snow cover (Copernicus FSC).',
    mod10a1: 'NDSI snow cover (MODIS MOD10A1, MYD10A1 v6.1).',
    cgf: 'Cloud-gap-filled NDSI snow cover (MODIS MOD10A1F, MYD10A1F v6.1).',
    fraction: 'Fractional snow cover as a share, 0 to 1.',
  }),
})

const SnowObservedType = builder.objectRef<RouteSnow['observed']>('SnowObserved').implement({
  description: 'The observation that the points come from.',
  fields: (t) => ({
    product: t.expose('product', {
      type: SnowProductEnum,
      nullable: true,
      description: 'Which product the raster is; null where none is published.',
    }),
    observedFrom: t.expose('observedFrom', {
      type: 'DateTime',
      nullable: true,
      description: 'First moment of the observation; null if unknown.',
    }),
    observedTo: t.expose('observedTo', {
      type: 'DateTime',
      nullable: true,
      description: 'Last moment of the observation; null if unknown.',
    }),
    maxAgeH: t.exposeFloat('maxAgeH', { description: 'Age in hours above which an observation counts as unknown.' }),
  }),
})

const SnowPointType = builder.objectRef<RouteSnow['points'][number]>('SnowPoint').implement({
  description: 'Observed snow at one point.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Number of the point, counted from 0.' }),
    ...locationFields(t, 'The point, [lon, lat] in degrees.', ({ lon, lat }) => [lon, lat]),
    elevationM: t.exposeFloat('elevationM', {
      nullable: true,
      description: 'Terrain height in metres; null if unknown.',
    }),
    class: t.expose('class', { type: SnowClassEnum, description: 'What was observed.' }),
    coverPct: t.exposeFloat('coverPct', {
      nullable: true,
      description:
        'Share of the ground under snow in per cent; null for NDSI products and without a valid observation.',
    }),
    ndsi: t.exposeFloat('ndsi', {
      nullable: true,
      description:
        'NDSI snow index 0 to 100, which is not a percentage of cover; null for fractional products and without a valid observation.',
    }),
    observedAt: t.expose('observedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was seen, at the earliest; null without an observation.',
    }),
    ageH: t.exposeFloat('ageH', { nullable: true, description: 'Age of the observation in hours; null without one.' }),
    reason: t.expose('reason', {
      type: SnowReasonEnum,
      nullable: true,
      description: 'Why it is unknown; null where it is known.',
    }),
  }),
})

const SnowSummaryType = builder.objectRef<RouteSnow['summary']>('SnowSummary').implement({
  description: 'Metres by class. A piece between two points has a class only where both ends agree.',
  fields: (t) => ({
    snowM: t.exposeFloat('snowM', { description: 'Metres under snow.' }),
    clearM: t.exposeFloat('clearM', { description: 'Metres observed clear.' }),
    unknownM: t.exposeFloat('unknownM', { description: 'Metres without a valid observation.' }),
    knownShare: t.exposeFloat('shareKnown', {
      description: 'Share of the metres that is known, 0 to 1; of the points if the line has no length.',
    }),
  }),
})

const SnowSectionType = builder.objectRef<Placed<RouteSnow['sections'][number]>>('SnowSection').implement({
  description: 'A stretch of one class.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    class: t.expose('class', { type: SnowClassEnum, description: 'Snow, clear or unknown, over the whole section.' }),
  }),
})

type Horizon = RouteSnow['forecast']['h24']

const SnowForecastPointType = builder.objectRef<Horizon['points'][number]>('SnowForecastPoint').implement({
  description: 'Forecast snow at one point. A missing value is null, never 0.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Number of the point, counted from 0.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model that it comes from; null without values.',
    }),
    snowDepthM: t.exposeFloat('snowDepthM', {
      nullable: true,
      description: 'Snow depth in metres; null where no model gives it.',
    }),
    newSnowCm: t.exposeFloat('newSnowCm', {
      nullable: true,
      description: 'New snow of the 24 hours before, centimetres; null where no model gives it.',
    }),
    freezingLevelM: t.exposeFloat('freezingLevelM', {
      nullable: true,
      description: 'Height of the freezing level, metres above sea level; null where no model gives it.',
    }),
  }),
})

const SnowHorizonType = builder.objectRef<Horizon>('SnowHorizon').implement({
  description: 'The snow forecast for one moment. A forecast is not an observation.',
  fields: (t) => ({
    validAt: t.expose('validAt', { type: 'DateTime', description: 'The time that the forecast is for.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The one model of all values; null without values or where points have several.',
    }),
    points: t.expose('points', { type: [SnowForecastPointType], description: 'One per point.' }),
  }),
})

const SnowEvidencePointType = builder
  .objectRef<NonNullable<RouteSnow['evidence']>['points'][number]>('SnowEvidencePoint')
  .implement({
    description: 'The evidence for the class of one point.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Number of the point, counted from 0.' }),
      class: t.expose('class', { type: SnowClassEnum, description: 'Snow, clear or unknown.' }),
      source: t.exposeString('source', {
        nullable: true,
        description: 'Product and raster of the observation; null without one.',
      }),
      coverPct: t.exposeFloat('coverage', {
        nullable: true,
        description: 'Cover in per cent; null for NDSI products and without a valid observation.',
      }),
      validUntil: t.expose('validUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'How long this may be relied on, at most an hour from now; null if unknown.',
      }),
    }),
  })

export const RouteSnowType = builder.objectRef<OnLine<RouteSnow>>('RouteSnow').implement({
  description: 'Observed and forecast snow at points along a route. Unknown is never clear.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      description: 'When this was worked out; ages are as of then.',
    }),
    attribution: t.expose('attribution', {
      type: [AttributionType],
      description: 'Who must be credited wherever the values are shown.',
    }),
    observed: t.expose('observed', { type: SnowObservedType, description: 'The observation that was used.' }),
    points: t.expose('points', { type: [SnowPointType], description: 'One per sampled point.' }),
    summary: t.expose('summary', { type: SnowSummaryType, description: 'Metres by class.' }),
    sections: t.field({
      type: [SnowSectionType],
      description: 'Stretches of one class; none crosses a gap.',
      resolve: (snow) => placeAlong(snow.sections, snow.along),
    }),
    forecastH24: t.field({
      type: SnowHorizonType,
      description: 'The forecast 24 hours ahead.',
      resolve: (snow) => snow.forecast.h24,
    }),
    forecastH48: t.field({
      type: SnowHorizonType,
      description: 'The forecast 48 hours ahead.',
      resolve: (snow) => snow.forecast.h48,
    }),
    unknowns: t.expose('unknowns', { type: [UnknownType], description: 'What is not known.' }),
    evidence: t.field({
      type: [SnowEvidencePointType],
      description: 'The evidence for the class of each point (route-snow-evidence/1).',
      resolve: (snow) => snow.evidence!.points,
    }),
  }),
})
