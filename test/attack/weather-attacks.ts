// Forecasts of a provider that sends what none should, and the most that a sound one gives. A provider that fails is
// left alone for a while, which is 503.

import type { Attack, SentRequest, ServerUnderAttack, Siege } from './attack.ts'
import type { Random } from './random.ts'
import { PROVIDER_FAULTS, SOUND_LATITUDE } from './weather-provider.ts'
import { comeAndGo, written } from './visitor-attacks.ts'

const forecast = (random: Random, latitude: number, count: number): SentRequest => {
  const inside = latitude + Math.sign(latitude) * (random.between(10, 90) / 100)
  // each in a cell of its own, that nobody asked about before
  const points = Array.from(
    { length: count },
    (_, i) => `${inside.toFixed(2)},${(5 + random.between(0, 40) / 100 + i).toFixed(2)}`,
  )
  return { host: 'site', method: 'GET', path: `/api/weather/forecast?h=1&fl=1&d=16&p=${points.join(';')}` }
}

/** Of 100 km, some way from any region. */
const line = (random: Random): SentRequest => {
  const lon = 5 + random.between(0, 100) / 100
  const coordinates = Array.from({ length: 5000 }, (_, i) => [
    Number((lon + i / 4000).toFixed(6)),
    SOUND_LATITUDE + 0.5,
  ])
  const hour = () => new Date(Date.now() + random.between(1, 48) * 3_600_000).toISOString()
  return {
    method: 'POST',
    path: '/v1/route-weather',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      geometry: { type: 'LineString', coordinates },
      departure: hour(),
      departures: Array.from({ length: 24 }, hour),
      freezing_level: true,
    }),
  }
}

const FAULTS = (['brackets', 'lists', 'no calendar', 'columns', 'no end'] as const).map(
  (fault): Attack => ({
    name: `weather: a provider whose answer is or has ${fault}`,
    usualMs: 30,
    statuses: [503],
    // where a siege came before, it is left alone
    says: /cannot be used|too large an answer|is not answering/,
    make: (random) => forecast(random, PROVIDER_FAULTS[fault], random.between(1, 12)),
  }),
)

export const WEATHER_ATTACKS: readonly Attack[] = [
  ...FAULTS,
  {
    name: 'weather: 12 places that nobody asked about before',
    usualMs: 150,
    statuses: [200, 503],
    make: (random) => forecast(random, SOUND_LATITUDE, 12),
  },
  {
    name: 'weather: a line of 100 km that nobody asked about before',
    usualMs: 400,
    statuses: [200, 422, 503],
    make: line,
  },
]

export const WEATHER_SIEGES: readonly Siege[] = [
  {
    name: 'forecasts of a provider that sends a byte now and then, on 20 connections',
    holdMs: 2000,
    lay: async (server: ServerUnderAttack, random) =>
      comeAndGo({ ...server, api: server.site }, '127.29.0.1', 20, () =>
        written(forecast(random, PROVIDER_FAULTS.slow, 1)),
      ),
  },
]
