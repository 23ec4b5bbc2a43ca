// Services that a test of subscriptions changes while the server runs.

import { say } from '../../../../src/language/sentence.ts'
import type { ReleaseInfo } from '../../../../src/releases/release-info.ts'
import type { ServiceError } from '../../../../src/errors.ts'
import { HOUR_MS } from '../../../../src/durations.ts'
import { chooseSource } from '../../../../src/weather/open-weather.ts'
import type { SnowInfo } from '../../../../src/weather/snow/snow-types.ts'
import { fakeCatalogue, fakeTrail } from '../../../support/fake-catalogue.ts'
import {
  FAKE_RELEASE,
  type FakeApp,
  type FakeOptions,
  NOW_MS,
  fakeRoute,
  startFakeApp,
} from '../../../support/fake-services.ts'

export interface World {
  app: FakeApp
  release: ReleaseInfo
  nowMs: number
  distanceM: number
  snow: { info: SnowInfo; value: number } | null
  /** thrown by the router */
  routeFailure: unknown
  /** thrown by the provider */
  weatherFailure: ServiceError | null
  /** so many questions to the provider still fail, where there is a failure */
  failuresLeft: number
  /** questions to the provider */
  requested: number
}

/** Without metering, and with looks every 20 ms, where the options do not say otherwise. */
export async function startWorld(options: FakeOptions = {}): Promise<World> {
  const world: Omit<World, 'app'> = {
    release: FAKE_RELEASE,
    nowMs: NOW_MS,
    distanceM: 1000,
    snow: null,
    routeFailure: null,
    weatherFailure: null,
    failuresLeft: Infinity,
    requested: 0,
  }
  const sample = chooseSource({ findLive: () => world.release }, null, () => world.nowMs)
  const { parts = {} } = options
  const app = await startFakeApp({
    metering: false,
    nowMs: () => world.nowMs,
    route: (input) => {
      if (world.routeFailure !== null) throw world.routeFailure
      return { ...fakeRoute(input), distanceM: world.distanceM }
    },
    catalogue: fakeCatalogue({ trailRows: [fakeTrail(7, 'Höhenweg', null, [1.5, 42.5])] }),
    weather: {
      async getSeries(...question) {
        world.requested++
        if (world.weatherFailure !== null && world.failuresLeft-- > 0) throw world.weatherFailure
        return sample.getSeries(...question)
      },
    },
    snow: {
      findLive: async () => world.snow?.info ?? null,
      observe: async (points) =>
        world.snow === null
          ? null
          : {
              info: world.snow.info,
              samples: points.map(() => ({ value: world.snow!.value, observedAtMs: NOW_MS - HOUR_MS })),
            },
    },
    ...options,
    parts: {
      ...parts,
      graphql: {
        ...parts.graphql,
        subscriptions: { lookMs: 20, keyMs: 20, pingMs: 60_000, retryMs: 40, ...parts.graphql?.subscriptions },
      },
    },
  })
  app.services.releases.findLive = () => world.release
  return Object.assign(world, { app })
}

export const snowInfo = (id: string): SnowInfo => ({
  id,
  product: 'fsc',
  observedFrom: new Date(NOW_MS - 2 * HOUR_MS).toISOString(),
  observedTo: new Date(NOW_MS - HOUR_MS).toISOString(),
  promotedAt: new Date(NOW_MS).toISOString(),
  attribution: { text: say('source.named', { name: 'snow' }), licence: null, url: null },
  bytes: 1,
  sha256: '',
})

export const LINE = '{geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.52, 42.52]]}}'
export const ROUTE = '{route: {waypoints: [{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]}}'
export const SNOW = 'snow { observed { product } sections { class } }'
export const WEATHER =
  'weather(departure: "2026-11-21T13:00:00Z") { run { issuedAt } samples { weather { tempC } missing } }'

const ABOUT = 'causes marks { release snowRaster snowPublishedAt forecastFetchedAt forecastIssuedAt }'
/** A subscription of a line's length, and of more. */
export const conditions = (line: string, selection = '') =>
  `subscription { conditions(line: ${line}) { ${ABOUT} course { __typename lengthM ${selection} } } }`
