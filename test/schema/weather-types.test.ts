// Each weather code of a forecast has its word beside it, of an hour and of a day.

import type { GraphQLEnumType } from 'graphql'
import { expect, test } from 'vitest'
import { weatherGroup } from '../../clients/typescript/src/weather-groups.ts'
import { schema } from '../../schema/index.ts'
import { askGraphql } from '../operations/transports.ts'
import { startFakeApp } from '../support/fake-services.ts'

const wordOf = (code: number) => (schema.getType('Weather') as GraphQLEnumType).coerceOutputValue(weatherGroup(code))

test.each([
  [0, 'CLEAR'],
  [1, 'FAIR'],
  [3, 'OVERCAST'],
  [5, 'HAZE'],
  [21, 'RECENT_RAIN'],
  [33, 'DUST'],
  [48, 'FOG'],
  [56, 'DRIZZLE'],
  [63, 'RAIN'],
  [66, 'FREEZING_RAIN'],
  [68, 'SLEET'],
  [77, 'SNOW'],
  [81, 'SHOWERS'],
  [85, 'SNOW_SHOWERS'],
  [96, 'THUNDERSTORM'],
])('%i is %s', (code, word) => expect(wordOf(code)).toBe(word))

test('a number that is no code has no word', () => {
  for (const code of [-1, 100, 0.5, Number.NaN]) expect(weatherGroup(code)).toBeNull()
})

test('hours and days of a forecast say it', async () => {
  const app = await startFakeApp({ metering: false })
  const { data, errors } = await askGraphql(
    app,
    '{ point(at: [1.5, 42.5]) { forecast { days { weatherCode sky } hourly { weatherCode sky } } } }',
  )
  await app.close()
  expect(errors).toBeUndefined()
  const { days, hourly } = data.point.forecast
  expect(hourly.length).toBeGreaterThan(20)
  for (const { weatherCode, sky } of [...days, ...hourly])
    expect(sky).toBe(weatherCode === null ? null : wordOf(weatherCode))
})
