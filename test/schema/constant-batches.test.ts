// Every link of Course, Spot and Stretch, made from the schema, over a list of every type that has it, and all fields
// of every other object that a list leads to: however long the list, the catalogue, the terrain, the snow raster and
// the forecast provider are asked as often. A new link is in it by itself; one with a required argument needs a value
// in ARGUMENTS.

import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import { boxAround } from '../../src/geo/split-box.ts'
import { chooseSource } from '../../src/weather/open-weather.ts'
import { toSnowForecastSource } from '../../src/weather/snow/snow-forecast-source.ts'
import type { WeatherSource } from '../../src/weather/weather-source.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { askGraphql } from '../operations/transports.ts'
import { fakeCatalogue, fakePlace, fakePois, fakeTrail } from '../support/fake-catalogue.ts'
import { FAKE_RELEASE, fakeRoundTrips, fakeRoute, NOW_MS, runner, startFakeApp } from '../support/fake-services.ts'

const MANY = 100
const FEW = 2
/** A document may ask no more forecast points. */
const MANY_FORECASTS = 50

/** Values of required arguments, by their name. */
const ARGUMENTS: Record<string, string> = {
  within: '{movingS: [600]}',
  target: '{time: "60"}',
  departure: '"2026-11-21T13:00:00Z"',
  format: 'GPX',
  to: '{place: {osm: {type: NODE, id: 300}}}',
  from: '{trail: {osmRelation: 100}}',
  lengthM: '5000',
  atM: '10',
  date: '"2026-11-21"',
}

/** A document with one link of each of `count` objects of a type. */
const LISTS: Record<string, (link: string, count: number) => string> = {
  Trail: (link, count) =>
    `{ trails(where: {area: {box: [1, 42, 2, 43]}}, first: ${count}) { edges { node { ${link} } } } }`,
  Loop: (link, count) => `{ point(at: [1.5, 42.5]) { loops(lengthM: ${5000 + count}) { found { ${link} } } } }`,
  Route: (link, count) =>
    `{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 50000}}}, first: ${count}) { edges { node { routeTo(to: {at: [1.6, 42.6]}) { ${link} } } } } }`,
  Place: (link, count) =>
    `{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 50000}}}, first: ${count}) { edges { node { ${link} } } } }`,
  Point: (link, count) =>
    `{ trails(where: {area: {box: [1, 42, 2, 43]}}, first: ${count}) { edges { node { start { ... on Point { ${link} } } } } } }`,
}
/** The waypoints of a route are as many as the stretches of each of its lists. */
const onRoute = (list: string) => (link: string, count: number) =>
  `{ route(input: {waypoints: [${'{at: [1.5, 42.5]} '.repeat(count)}]}) { ${list.replace('LINK', link)} } }`
const lineOf = (count: number) =>
  `{geojson: {type: "LineString", coordinates: [[1.5, 42], [1.5, ${42 + (count - 0.5) / 111.2}]]}}`
const STRETCHES: Record<string, (link: string, count: number) => string> = {
  OutsideCalibration: onRoute('time { outsideCalibration { LINK } }'),
  SurfaceStretch: onRoute('surfaces { stretches { LINK } }'),
  WayStretch: onRoute('ways { stretches { LINK } }'),
  GradeStretch: onRoute('difficulty { stretches { LINK } }'),
  Hazard: onRoute('hazards { LINK }'),
  Leg: onRoute('legs { LINK }'),
  PaceSplit: (link, count) =>
    `{ line(input: ${lineOf(count)}) { pacePlan(target: {time: "60:00:00"}) { splits { ${link} } } } }`,
  ProfilePart: (link, count) =>
    `{ line(input: {geojson: {type: "MultiLineString", coordinates: [${'[[1.5, 42.5], [1.5, 42.501]] '.repeat(count)}]}}) { elevationProfile { series { parts { ${link} } } } } }`,
  SnowSection: (link, count) =>
    `{ line(input: {geojson: {type: "MultiLineString", coordinates: [${'[[1.5, 42.5], [1.5, 42.501]] '.repeat(count)}]}}) { snow { sections { ${link} } } } }`,
  WayMatch: (link, count) => `{ line(input: ${lineOf(count)}) { analysis { match { segments { ${link} } } } } }`,
  UnmatchedStretch: (link, count) =>
    `{ line(input: ${lineOf(count)}) { analysis { match { unmatched { ${link} } } } } }`,
}
Object.assign(LISTS, STRETCHES)
/** `line` makes one at a time; of these stretches an answer has one, or a few. */
const NEVER_IN_A_LIST = {
  Course: ['Line', 'RouteAnalysis'],
  Spot: [],
  Stretch: ['SteepStretch', 'TrailGap', 'WeatherSection'],
}

let longestList = 0
const lengthsOf = (value: unknown): number[] =>
  Array.isArray(value)
    ? [value.length, ...value.flatMap(lengthsOf)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(lengthsOf)
      : [0]

const triangleOf = (id: number): LonLat[] => {
  const west = 1.4 + (id % 1000) / 100_000
  return [
    [west, 42.4],
    [1.9, 42.4],
    [1.6, 43],
    [west, 42.4],
  ]
}

/** How often everything was requested one document. */
async function countRequested(query: string): Promise<Record<string, number>> {
  const catalogue = fakeCatalogue({
    placeRows: Array.from({ length: 300 }, (_, i) =>
      fakePlace(1 + i, `Platz ${i}`, 'locality', [1.5 + i / 1000, 42.5 + (i % 7) / 100]),
    ),
    trailRows: Array.from({ length: 150 }, (_, i) => fakeTrail(100 + i, `Weg ${i}`, null, [1.5 + i / 500, 42.5])),
    poiRows: Array.from({ length: 150 }, (_, i) => ({
      ...fakePois()[1],
      id: 10_000 + i,
      lon: 1.5 + i / 700,
      lat: 42.5,
    })),
  })
  // each has an outline of its own, with others inside
  const { findOutlines } = catalogue.places
  catalogue.places.findOutlines = async (ids) => {
    await findOutlines(ids)
    return ids.map((id) => ({ isArea: true, parts: [triangleOf(id)] }))
  }
  const requested: Record<string, number> = { terrain: 0, provider: 0, raster: 0 }
  const sample = chooseSource({ findLive: () => FAKE_RELEASE }, null, () => NOW_MS)
  const weather: WeatherSource = {
    getSeries: (...question) => {
      requested.provider++
      return sample.getSeries(...question)
    },
  }
  const app = await startFakeApp({
    route: (input) => {
      const route = fakeRoute(input)
      const many = <T>([one]: readonly T[]): T[] => Array.from({ length: input.waypoints.length }, () => one)
      const { movingTime, surfaces, ways, difficulty, hazards, legs } = route
      return {
        ...route,
        movingTime: { ...movingTime!, outsideCalibration: many(movingTime!.outsideCalibration) },
        surfaces: { ...surfaces, stretches: many(surfaces.stretches) },
        ways: { ...ways, stretches: many(ways.stretches) },
        difficulty: { ...difficulty!, stretches: many(difficulty!.stretches) as never[] },
        hazards: many(hazards),
        legs: many(legs),
      }
    },
    catalogue,
    metering: false,
    weather,
    snowForecast: toSnowForecastSource(weather),
    snow: { findLive: async () => null, observe: async () => (requested.raster++, null) },
  })
  const { terrain } = app.services
  const { sample: sampleTerrain } = terrain
  terrain.sample = (...question) => {
    requested.terrain++
    return sampleTerrain(...question)
  }
  app.jobs.loops = runner(async (input) => {
    const found = fakeRoundTrips(input)
    const [loop] = found.loops
    return new EncodedAnswer(
      toWireText({ ...found, loops: Array.from({ length: input.distanceM! - 5000 }, () => loop) }),
    )
  })
  const { analyse, arrivals } = app.jobs
  app.jobs.arrivals = runner(async (job, context) => {
    const { value } = await arrivals.run('arrivals', job, context)
    return new EncodedAnswer(toWireText({ ...value, box: boxAround(...job.reach.from, 2000) }))
  })
  app.jobs.analyse = runner(async (job, context) => {
    const { value } = await analyse.run('analyse', job, context)
    const { match } = value
    const [stretch] = [...match.unmatched, ...match.segments]
    const many = Array.from({ length: Math.round(job.lengthM / 1000 + 0.5) }, () => stretch as never)
    return new EncodedAnswer(toWireText({ ...value, match: { ...match, segments: many, unmatched: many } }))
  })
  try {
    const { errors, data } = await askGraphql(app, query)
    expect(errors, query).toBeUndefined()
    longestList = Math.max(...lengthsOf(data))
  } finally {
    await app.close()
  }
  return { ...Object.fromEntries(catalogue.calls), ...requested }
}

function argumentOf(link: string, name: string): string {
  if (name in ARGUMENTS) return ARGUMENTS[name]
  throw new Error(`${link} requires \`${name}\`: give it a value in ARGUMENTS of test/schema/constant-batches.test.ts`)
}

/** The link with its required arguments, and the least that can be selected of it. */
function linkOf(field: GraphQLField<unknown, unknown>): string {
  const given = field.args
    .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    .map(({ name }) => `${name}: ${argumentOf(field.name, name)}`)
  return `${field.name}${given.length === 0 ? '' : `(${given.join(', ')})`}${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'}`
}

/** Of a stretch those that are more than its own numbers. */
const linksOf = (contract: GraphQLInterfaceType) =>
  Object.values(contract.getFields()).filter(
    ({ type }) => contract.name !== 'Stretch' || !isLeafType(getNamedType(type)),
  )

describe.each(['Course', 'Spot', 'Stretch'] as const)('%s', (name) => {
  const contract = schema.getType(name) as GraphQLInterfaceType
  const types = schema.getPossibleTypes(contract).map((type) => type.name)

  test('is in a list by every type but those that are never in one', () =>
    expect(types.filter((type) => !(type in LISTS)).sort()).toEqual(NEVER_IN_A_LIST[name]))

  for (const type of types.filter((one) => one in LISTS))
    test.each(linksOf(contract).map((field) => [field.name, field] as const))(
      `${type}.%s asks as often for ${MANY} as for ${FEW}`,
      async (_name, field) => {
        const own = (schema.getType(type) as GraphQLInterfaceType).getFields()[field.name]
        const many = factsOf(own).forecastPoints ? MANY_FORECASTS : MANY
        const ofFew = await countRequested(LISTS[type](linkOf(own), FEW))
        const ofMany = await countRequested(LISTS[type](linkOf(own), many))
        expect(ofMany).toEqual(ofFew)
      },
    )
})

describe('Stretch.start', () => {
  const { start } = (schema.getType('Stretch') as GraphQLInterfaceType).getFields()
  const point = getNamedType(start.type) as GraphQLObjectType
  const links = Object.values(point.getFields())

  test.each(links.map((field) => [field.name, field] as const))(
    `%s of the starts of stretches asks as often for ${MANY} as for ${FEW}`,
    async (_name, field) => {
      const many = factsOf(field).forecastPoints ? MANY_FORECASTS : MANY
      const ofFew = await countRequested(LISTS.Hazard(`start { ${linkOf(field)} }`, FEW))
      const ofMany = await countRequested(LISTS.Hazard(`start { ${linkOf(field)} }`, many))
      expect(longestList).toBe(many)
      expect(ofMany).toEqual(ofFew)
    },
  )

  test.each(Object.keys(STRETCHES))('%s is in a list of as many', async (type) => {
    await countRequested(LISTS[type]('fromM', MANY))
    expect(longestList).toBe(MANY)
  })
})

/** How many steps lead from an object of a list to another, at most. */
const MOST_STEPS = 4
/** What is within each reach is looked up together, and then read by as many as go on in one turn (batch-loader.ts). */
const WITHIN_REACH = new Set(['Reach', 'ReachedPlaceConnection', 'ReachedPlaceEdge'])
const MANY_OF_A_TURN = 15
/** A document draws few. */
const NOT_IN_A_LIST = new Set(['StaticMap.png'])

/** Selections of each type that an object of a list leads to, by a short way, as `LISTS` takes them. */
function waysFromLists(): Map<GraphQLObjectType, (inside: string, count: number) => string> {
  const found = new Map<GraphQLObjectType, (inside: string, count: number) => string>()
  let at = Object.keys(LISTS)
    .filter((name) => !(name in STRETCHES))
    .map((name) => ({ type: schema.getType(name) as GraphQLObjectType, way: LISTS[name] }))
  for (let step = 0; step < MOST_STEPS; step++) {
    const next: typeof at = []
    for (const { type, way } of at) {
      if (found.has(type)) continue
      found.set(type, way)
      for (const field of Object.values(type.getFields())) {
        const named = getNamedType(field.type)
        if (isLeafType(named) || !hasArguments(field) || factsOf(field).forecastPoints) continue
        const targets = isObjectType(named) ? [named] : schema.getPossibleTypes(named as GraphQLInterfaceType)
        for (const target of targets)
          next.push({
            type: target,
            way: (inside, count) =>
              way(linkOf(field).replace('{ __typename }', `{ ... on ${target.name} { ${inside} } }`), count),
          })
      }
    }
    at = next
  }
  return found
}

const hasArguments = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.every(({ name, type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined || name in ARGUMENTS)

describe('every other object that a list leads to', () => {
  const contracts = ['Course', 'Spot', 'Stretch'].flatMap((name) =>
    schema.getPossibleTypes(schema.getType(name) as GraphQLInterfaceType),
  )
  const ways = [...waysFromLists()].filter(([type]) => !(type.name in STRETCHES))

  test('is most of what the schema has', () => expect(ways.length).toBeGreaterThan(60))

  test.each(ways.map(([type, way]) => [type.name, type, way] as const))(
    '%s asks as often for many as for few',
    async (name, type, way) => {
      const known = new Set(
        contracts.includes(type) ? type.getInterfaces().flatMap((one) => Object.keys(one.getFields())) : [],
      )
      const fields = Object.values(type.getFields()).filter(
        (field) => !known.has(field.name) && hasArguments(field) && !NOT_IN_A_LIST.has(`${name}.${field.name}`),
      )
      const inside = fields.map(linkOf).join(' ') || '__typename'
      const many = WITHIN_REACH.has(name) ? MANY_OF_A_TURN : MANY
      const [ofFew, ofMany] = [await countRequested(way(inside, FEW)), await countRequested(way(inside, many))]
      expect(ofMany).toEqual(ofFew)
    },
  )
})
