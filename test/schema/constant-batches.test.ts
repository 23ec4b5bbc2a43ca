// Every link of Course and of Spot, made from the schema, over a list of every type that has it: however long the list,
// the catalogue, the terrain, the snow raster and the forecast provider are asked as often. A new link is in it by
// itself; one with a required argument needs a value in ARGUMENTS.

import { getNamedType, isLeafType, isNonNullType } from 'graphql'
import type { GraphQLField, GraphQLInterfaceType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { chooseSource } from '../../src/weather/sample-source.ts'
import { toSnowForecastSource } from '../../src/weather/snow/snow-forecast-source.ts'
import type { WeatherSource } from '../../src/weather/weather-source.ts'
import { PreparedAnswer } from '../../src/wire/prepared-answer.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { askGraphql } from '../doors/doors.ts'
import { fakeCatalogue, fakePlace, fakePois, fakeTrail } from '../support/fake-catalogue.ts'
import { FAKE_RELEASE, fakeRoundTrips, NOW_MS, startFakeApp } from '../support/fake-services.ts'

const MANY = 100
const FEW = 2
/** A document may ask no more forecast points. */
const MANY_FORECASTS = 50

/** Values of required arguments, by their name. */
const ARGUMENTS: Record<string, string> = {
  target: '{time: "60"}',
  departure: '"2026-11-21T13:00:00Z"',
  format: 'GPX',
  to: '{place: "9"}',
  from: '{trail: "100"}',
  distanceM: '5000',
}

/** A document with one link of each of `count` objects of a type. */
const LISTS: Record<string, (link: string, count: number) => string> = {
  Trail: (link, count) => `{ trails(inBox: [1, 42, 2, 43], first: ${count}) { edges { node { ${link} } } } }`,
  Loop: (link, count) =>
    `{ roundTrips(input: {start: {at: [1.5, 42.5]}, length: {distanceM: ${5000 + count}}}) { loops { ${link} } } }`,
  Route: (link, count) =>
    `{ places(near: [1.5, 42.5], radiusM: 50000, first: ${count}) { edges { node { routeTo(to: {at: [1.6, 42.6]}) { ${link} } } } } }`,
  Place: (link, count) =>
    `{ places(near: [1.5, 42.5], radiusM: 50000, first: ${count}) { edges { node { ${link} } } } }`,
  OutdoorPlace: (link, count) =>
    `{ outdoorPlaces(inBox: [1, 42, 2, 43], first: ${count}) { edges { node { ${link} } } } }`,
  Point: (link, count) =>
    `{ trails(inBox: [1, 42, 2, 43], first: ${count}) { edges { node { start { ... on Point { ${link} } } } } } }`,
}
/** `line` makes one at a time. */
const NEVER_IN_A_LIST = ['Line']

/** How often everything was asked for one document. */
async function countAsked(query: string): Promise<Record<string, number>> {
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
  const asked: Record<string, number> = { terrain: 0, provider: 0, raster: 0 }
  const sample = chooseSource({ findLive: () => FAKE_RELEASE }, null, () => NOW_MS)
  const weather: WeatherSource = {
    getSeries: (...question) => {
      asked.provider++
      return sample.getSeries(...question)
    },
  }
  const app = await startFakeApp({
    catalogue,
    metering: false,
    weather,
    snowForecast: toSnowForecastSource(weather),
    snow: { findLive: async () => null, observe: async () => (asked.raster++, null) },
  })
  const { terrain, routing } = app.services
  const { sample: sampleTerrain } = terrain
  terrain.sample = (...question) => {
    asked.terrain++
    return sampleTerrain(...question)
  }
  routing.findRoundTrips = async (input) => {
    const found = fakeRoundTrips(input)
    const [loop] = found.loops
    return new PreparedAnswer(
      toWireText({ ...found, loops: Array.from({ length: input.distanceM! - 5000 }, () => loop) }),
    )
  }
  try {
    const { errors } = await askGraphql(app, query)
    expect(errors, query).toBeUndefined()
  } finally {
    await app.close()
  }
  return { ...Object.fromEntries(catalogue.calls), ...asked }
}

/** The link with its required arguments, and the least that can be selected of it. */
function linkOf(field: GraphQLField<unknown, unknown>): string {
  const given = field.args
    .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    .map(({ name }) => `${name}: ${ARGUMENTS[name] ?? '?'}`)
  return `${field.name}${given.length === 0 ? '' : `(${given.join(', ')})`}${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'}`
}

describe.each(['Course', 'Spot'])('%s', (name) => {
  const contract = schema.getType(name) as GraphQLInterfaceType
  const types = schema.getPossibleTypes(contract).map((type) => type.name)

  test('is in a list by every type but those that are never in one', () =>
    expect(types.filter((type) => !(type in LISTS)).sort()).toEqual(name === 'Course' ? NEVER_IN_A_LIST : []))

  for (const type of types.filter((one) => one in LISTS))
    test.each(Object.values(contract.getFields()).map((field) => [field.name, field] as const))(
      `${type}.%s asks as often for ${MANY} as for ${FEW}`,
      async (_name, field) => {
        const own = (schema.getType(type) as GraphQLInterfaceType).getFields()[field.name]
        const many = 'forecastPoints' in own.extensions ? MANY_FORECASTS : MANY
        const ofFew = await countAsked(LISTS[type](linkOf(own), FEW))
        const ofMany = await countAsked(LISTS[type](linkOf(own), many))
        expect(ofMany).toEqual(ofFew)
      },
    )
})
