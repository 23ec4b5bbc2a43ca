// `POST /route/v1` beside Valhalla's own answer to the same request: every key that Valhalla's clients read stands in
// ours, with the same type. Needs the real data and the peer (`npm ci` in test/bench).

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePolyline6 } from '../../src/geo/polyline.ts'
import { english } from '../../src/language/catalogue-files.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { openPeer } from '../bench/peer/valhalla.ts'
import { ANDORRA, hasAndorra, networkOf } from '../support/prepared-regions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PEER = join(ROOT, 'test/bench/node_modules/@valhallajs/valhallajs')

/** Members of Valhalla's answer that decision `route-v1` leaves out: verbal instructions, bearings, costs, admins. */
const LEFT_OUT =
  /^(verbal_|bearing_|cost$|side_of_street$|sign$|rough$|begin_street_names$|roundabout_exit_count$|toll$|highway$|ferry$|has_time_restrictions$)/

type Json = Record<string, unknown>

/** Paths of `theirs` that are missing in `ours` or of another type. */
function differences(theirs: unknown, ours: unknown, path: string): string[] {
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours)) return [`${path} is no array`]
    return theirs.length > 0 && ours.length > 0 ? differences(theirs[0], ours[0], `${path}[0]`) : []
  }
  if (typeof theirs === 'object' && theirs !== null) {
    if (typeof ours !== 'object' || ours === null) return [`${path} is no object`]
    return Object.entries(theirs).flatMap(([key, value]) => {
      if (LEFT_OUT.test(key)) return []
      return key in (ours as Json)
        ? differences(value, (ours as Json)[key], `${path}.${key}`)
        : [`${path}.${key} is missing`]
    })
  }
  return typeof theirs === typeof ours ? [] : [`${path} is ${typeof ours}, theirs ${typeof theirs}`]
}

describe.skipIf(!hasAndorra || !existsSync(PEER))(
  "the trip beside Valhalla's own (needs real data and the peer)",
  () => {
    const from = { lat: 42.5063, lon: 1.5218 }
    const to = { lat: 42.5447, lon: 1.7335 }
    let theirs: { trip: Json & { legs: { shape: string; maneuvers: Json[]; summary: { length: number } }[] } }
    let ours: typeof theirs

    beforeAll(async () => {
      const peer = await openPeer(ANDORRA.map)
      theirs = JSON.parse(
        await peer.route(JSON.stringify({ locations: [from, to], costing: 'pedestrian' })),
      ) as typeof theirs
      const planner = new RoutePlanner(await networkOf('andorra'), {
        engine: { name: 'waypost', version: '0', networkRelease: 'n', terrainRelease: null },
        metricCacheBytes: 1 << 24,
        maxSettled: 1e6,
      })
      ours = JSON.parse(
        toWireText(
          planner.planTrip({
            waypoints: [
              [from.lon, from.lat],
              [to.lon, to.lat],
            ],
          }),
          english,
        ),
      ) as typeof ours
    })

    test('every member of the trip is there, of the same type', () => {
      expect(differences(theirs.trip, ours.trip, 'trip')).toEqual([])
    })

    test('every kind of maneuver member is there, of the same type', () => {
      const members = (maneuvers: Json[]) => Object.assign({}, ...maneuvers) as Json
      expect(
        differences(members(theirs.trip.legs[0].maneuvers), members(ours.trip.legs[0].maneuvers), 'maneuver'),
      ).toEqual([])
    })

    test('the shape is polyline6 of the same places, its length in kilometres', () => {
      const points = decodePolyline6(ours.trip.legs[0].shape)
      const peers = decodePolyline6(theirs.trip.legs[0].shape)
      for (const end of [0, -1]) {
        expect(Math.abs(points.at(end)![0] - peers.at(end)![0])).toBeLessThan(0.001)
        expect(Math.abs(points.at(end)![1] - peers.at(end)![1])).toBeLessThan(0.001)
      }
      expect(ours.trip.legs[0].summary.length / theirs.trip.legs[0].summary.length).toBeGreaterThan(0.7)
      expect(ours.trip.legs[0].summary.length / theirs.trip.legs[0].summary.length).toBeLessThan(1.4)
    })
  },
)
