// What each setting of a pace does to the seconds along a line.

import { expect, test } from 'vitest'
import { paceAlong } from '../../resolvers/route-weather.ts'
import { readPace, readStops, type RouteWeatherInput } from '../../resolvers/input/route-weather-input.ts'
import { PACE_MODELS } from '../../src/course/pace-models.ts'
import type { Unknown } from '../../src/unknowns.ts'
import type { Profile } from '../../src/travel/settings.ts'

/** A kilometre up 100 m, then one on the level. */
const line = { atM: Float64Array.of(0, 1000, 2000), heightM: Float64Array.of(500, 600, 600) }

function seconds(given: Partial<RouteWeatherInput>, profile: Profile = 'hike') {
  const input = given as RouteWeatherInput
  const unknowns: Unknown[] = []
  const atS = paceAlong(line, readPace(input, profile), unknowns, input.walker ?? null)
  return { atS: [...atS].map(Math.round), codes: unknowns.map(({ code }) => code) }
}
const { levelSPerM, upSPerM } = PACE_MODELS.hike
const hikeS = [0, 1000 * levelSPerM + 100 * upSPerM, 2000 * levelSPerM + 100 * upSPerM]
const times = (factor: number) => hikeS.map((s) => Math.round(s * factor))

test('minutes per kilometre and kilometres an hour are those of the whole line, climbs included', () => {
  expect(seconds({ minPerKm: 15 })).toEqual({ atS: [0, 900, 1800], codes: [] })
  expect(seconds({ kmh: 4 }, 'run')).toEqual({ atS: [0, 900, 1800], codes: [] })
  expect(seconds({ kmh: 20 }, 'bike')).toEqual({ atS: [0, 180, 360], codes: [] })
})

test('a pace factor and a walker multiply the walking time, which is then by slope alone', () => {
  expect(seconds({})).toEqual({ atS: times(1), codes: ['time_by_slope'] })
  expect(seconds({ paceFactor: 1.5 })).toEqual({ atS: times(1.5), codes: ['time_by_slope'] })
  expect(seconds({ walker: { factor: 0.8, spread: 0.1 } })).toEqual({ atS: times(0.8), codes: ['time_by_slope'] })
})

test('without a pace that its profile takes a line is refused by the name of the field', () => {
  const refusal = (given: Partial<RouteWeatherInput>, profile: Profile) => {
    try {
      readPace(given as RouteWeatherInput, profile)
      return null
    } catch (thrown) {
      const { code, inputPath } = thrown as { code: string; inputPath: string }
      return [code, inputPath]
    }
  }
  const walker = { factor: 1, spread: 0.1 }
  expect(refusal({}, 'hike')).toBeNull()
  for (const profile of ['run', 'bike'] as const) {
    expect(refusal({}, profile)).toEqual(['pace_required', 'kmh'])
    expect(refusal({ paceFactor: 1 }, profile)).toEqual(['setting_refused', 'paceFactor'])
    expect(refusal({ walker }, profile)).toEqual(['setting_refused', 'walker'])
    expect(refusal({ kmh: 5 }, profile)).toBeNull()
  }
})

test('a rest is seconds at metres, up to the end of the line', () => {
  const stops = (atKm: number) => readStops({ stops: [{ atKm, minutes: 10 }] } as RouteWeatherInput, 2000)
  expect(stops(1.5)).toEqual([{ atM: 1500, seconds: 600 }])
  expect(stops(2.001)).toHaveLength(1)
  expect(() => stops(2.002)).toThrow(expect.objectContaining({ inputPath: 'stops[0].atKm' }))
})
