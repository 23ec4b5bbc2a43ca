// What is known of the ways under a line: surfaces, kinds of way, grades, hazards, walking time, and what is not known.
// A route, a loop and an analysed line have the same.

import type { MovingTime } from '../src/course/moving-time.ts'
import type { Hazard, Surfaces, Ways } from '../src/routing/costs/way-types.ts'
import type { CourseSurfaces } from '../resolvers/course-of.ts'
import { type OnLine, type Placed, placeAlong } from '../resolvers/stretch-of.ts'
import { builder } from './builder.ts'
import { HazardEnum, SurfaceEnum, SurfaceSourceEnum } from './code-enums.ts'
import { sentenceFields } from './sentence.ts'
import { StretchInterface } from './stretch-interface.ts'

export const TimeModelEnum = builder.enumType('TimeModel', {
  description: 'A model of moving time; another version of one is another value.',
  values: {
    SERVICE_HIKE_2: { value: 'service-hike/2', description: 'Walking.' },
    SERVICE_RUN_1: { value: 'service-run/1', description: 'Running.' },
    SERVICE_BIKE_1: { value: 'service-bike/1', description: 'Riding.' },
    SERVICE_TIME_1: { value: 'service-time/1', description: 'Each way by itself, in all modes: how far one comes.' },
  } as const,
})

const OutsideCalibrationType = builder
  .objectRef<Placed<MovingTime['outsideCalibration'][number]>>('OutsideCalibration')
  .implement({
    description: 'A stretch that the time model was not made for.',
    interfaces: [StretchInterface],
    fields: (t) => ({ ...sentenceFields(t, 'cause', 'Why the model does not cover it.', ({ reason }) => reason) }),
  })

const BandType = builder.objectRef<readonly number[]>('Band').implement({
  description: 'From a low to a high time.',
  fields: (t) => ({
    lowS: t.float({ description: 'Low end in seconds.', resolve: ([lowS]) => lowS }),
    highS: t.float({ description: 'High end in seconds.', resolve: ([, highS]) => highS }),
  }),
})

export const TravelTimeType = builder.objectRef<OnLine<MovingTime>>('TravelTime').implement({
  description: 'Moving time of a typical walker, or at your own pace: walking, running or riding.',
  fields: (t) => ({
    model: t.expose('model', {
      type: TimeModelEnum,
      description: 'The model it comes from, which was fitted to recordings of people.',
    }),
    calibrated: t.exposeString('calibrated', { description: 'Month in which the model was fitted: 2026-11.' }),
    movingS: t.exposeFloat('movingS', { description: 'Moving time in seconds, without rests.' }),
    band50: t.field({
      type: BandType,
      nullable: true,
      description: 'The middle half of people; null where nothing is travelled.',
      resolve: (time) => time.band50S,
    }),
    band80: t.field({
      type: BandType,
      nullable: true,
      description: 'The middle four fifths of people; null where nothing is travelled.',
      resolve: (time) => time.band80S,
    }),
    total: t.field({
      type: BandType,
      nullable: true,
      description: 'Moving time with the rests of the middle half of people; null where nothing is travelled.',
      resolve: (time) => time.totalS,
    }),
    ...sentenceFields(t, 'scope', 'What the model covers.', (time) => time.scope),
    errorPct: t.exposeFloat('errorPct', {
      nullable: true,
      description:
        'Median relative error for people whose recordings the model has not seen, per cent; null at your own pace.',
    }),
    outsideCalibrationM: t.exposeFloat('outsideCalibrationM', {
      description: 'Metres that the model was not made for.',
    }),
    outsideCalibration: t.field({
      type: [OutsideCalibrationType],
      description: 'The stretches that the model was not made for.',
      resolve: (time) => placeAlong(time.outsideCalibration, time.along),
    }),
  }),
})

const SurfaceStretchType = builder.objectRef<Placed<Surfaces['stretches'][number]>>('SurfaceStretch').implement({
  description: 'A stretch between two changes of the ground.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    surface: t.expose('surface', { type: SurfaceEnum, description: 'What the way is made of.' }),
    tag: t.exposeString('tag', { nullable: true, description: 'The surface as tagged; null where it is untagged.' }),
    source: t.expose('source', {
      type: SurfaceSourceEnum,
      nullable: true,
      description: 'Mapped, or assumed from the class of the way; null on a straight leg.',
    }),
  }),
})

const TOTALS_ALONE = 'null where only the totals of a trail are known.'

export const SurfacesType = builder.objectRef<OnLine<CourseSurfaces>>('Surfaces').implement({
  description: 'Metres by kind of surface; the four kinds add up to the length.',
  fields: (t) => ({
    pavedM: t.exposeFloat('pavedM', { description: 'Metres on paved ways.' }),
    gravelM: t.exposeFloat('gravelM', { description: 'Metres on gravel.' }),
    trailM: t.exposeFloat('trailM', { description: 'Metres on natural ground.' }),
    unknownM: t.exposeFloat('unknownM', { description: 'Metres whose surface is not known.' }),
    mappedM: t.float({
      nullable: true,
      description: `Metres whose surface is tagged; ${TOTALS_ALONE}`,
      resolve: (s) => s.mappedM ?? null,
    }),
    assumedM: t.float({
      nullable: true,
      description: `Metres whose surface is assumed from the class of the way; ${TOTALS_ALONE}`,
      resolve: (s) => s.assumedM ?? null,
    }),
    stretches: t.field({
      type: [SurfaceStretchType],
      nullable: true,
      description: `Stretches, in order along the line; ${TOTALS_ALONE}`,
      resolve: (s) => (s.stretches === undefined ? null : placeAlong(s.stretches, s.along)),
    }),
  }),
})

export const WayStretchType = builder.objectRef<Placed<Ways['stretches'][number]>>('WayStretch').implement({
  description: 'A stretch along one way of the map.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null on a straight leg.',
    }),
    highway: t.exposeString('highway', { description: 'Class of the way as tagged.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'As tagged, of the way; null where the map has no name.',
    }),
    ref: t.exposeString('ref', { nullable: true, description: 'Its reference; null where it has none.' }),
  }),
})

export const WaysType = builder.objectRef<OnLine<Ways>>('Ways').implement({
  description: 'Metres by kind of way.',
  fields: (t) => ({
    roadM: t.exposeFloat('roadM', { description: 'Metres on roads.' }),
    streetM: t.exposeFloat('streetM', { description: 'Metres on streets.' }),
    trackM: t.exposeFloat('trackM', { description: 'Metres on tracks.' }),
    pathM: t.exposeFloat('pathM', { description: 'Metres on paths.' }),
    footwayM: t.exposeFloat('footwayM', { description: 'Metres on footways.' }),
    stepsM: t.exposeFloat('stepsM', { description: 'Metres on steps.' }),
    cyclewayM: t.exposeFloat('cyclewayM', { description: 'Metres on cycleways.' }),
    ferryM: t.exposeFloat('ferryM', { description: 'Metres on ferries.' }),
    straightM: t.exposeFloat('straightM', { description: 'Metres drawn straight.' }),
    otherM: t.exposeFloat('otherM', { description: 'Metres on anything else.' }),
    signedM: t.exposeFloat('signedM', { description: 'Metres along signed routes, whatever the way.' }),
    pushedM: t.exposeFloat('pushedM', {
      description: 'Metres over which the bicycle is pushed or carried, whatever the way; 0 on foot.',
    }),
    stretches: t.field({
      type: [WayStretchType],
      description: 'Stretches, in order along the line.',
      resolve: (w) => placeAlong(w.stretches, w.along),
    }),
  }),
})

export const HazardType = builder.objectRef<Placed<Hazard>>('Hazard').implement({
  description: 'Something on the way that needs care.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    kind: t.expose('kind', { type: HazardEnum, description: 'A ford, an aided passage or a via ferrata.' }),
    lengthM: t.exposeFloat('lengthM', { description: 'Its length in metres; 0 for a point.' }),
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null where it is a node.',
    }),
  }),
})
