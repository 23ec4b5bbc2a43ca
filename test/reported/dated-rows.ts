// What a route reports of dated tags, from the map to the answer.

import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import { datedNotes } from '../../src/routing/details/notes.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { writeColumnFile } from '../../src/storage/column-file.ts'
import { atPlace, readAt } from '../../src/travel/at.ts'
import { unknownOf } from '../../src/unknowns.ts'
import { UTC_ZONE } from '../../src/geo/local-time.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { tinyOsm } from '../support/tiny-osm.ts'
import { type Case, reportedBy, type Rows } from './row.ts'
import { planned, tagged } from './route-rows.ts'

/** Of the line from A to B that an answer without a date has, travelled then: it may cross what is closed. */
const travelled =
  (tags: Record<string, string>, when: string, afterS = 0): Case =>
  async () => {
    const tiny = tinyOsm({ map: 'A  B', ways: [['AB', { highway: 'track', ...tags }]] })
    const { meta, columns } = await buildNetwork([tiny.source], () => null)
    const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
    const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 0, maxSettled: 1000 })
    const { line } = planner.planRoute({ waypoints: [tiny.at.get('A')!, tiny.at.get('B')!] })
    const at = atPlace(readAt(when)!, UTC_ZONE)
    const { notes } = datedNotes(graph, line, 'hike', { at, secondsAt: () => afterS })
    return reportedBy({
      unknowns: notes.flatMap((note) => (note.code === 'dated_access' ? [unknownOf(note.message)] : [])),
    })
  }
/** Of a network that was imported before dated tags were read. */
const unread =
  (input: Partial<PlanRouteInput>): Case =>
  () =>
    reportedBy(planned({}, input, { dated: null }))

const WINTER = '2027-01-03T12:00+01:00'
const SUMMER = '2027-07-03T12:00+02:00'
const CLOSED = { 'access:conditional': 'no @ (Nov-Apr)' }
const RESERVED = { 'access:conditional': 'customers @ (06:00-10:00)' }
const AVALANCHE = { 'hazard:conditional': 'avalanche @ (Nov-Apr)' }

export const DATED_ROWS: Rows = {
  'unknown dated_access': {
    must: {
      'closed at times, without a date': tagged(CLOSED),
      'closed at some hours of the day': tagged({ 'access:conditional': 'no @ (06:00-10:00)' }, { at: '2027-01-03' }),
      'a condition that cannot be read': tagged({ 'access:conditional': 'no @ (wet)' }, { at: SUMMER }),
      'closed then': travelled(CLOSED, '2027-01-03T12:00'),
      'reserved at times, without a date': tagged(RESERVED),
      'reserved at some hours of the day': tagged(RESERVED, { at: '2027-01-03' }),
      'a danger, without a date': tagged(AVALANCHE),
      'a danger whose time cannot be read': tagged({ 'hazard:conditional': 'rock_fall @ (wet)' }, { at: SUMMER }),
      'a condition that cannot be read, in one month': tagged({ 'access:conditional': 'no @ (May AND wet)' }),
      'closed in a month, maybe in another': tagged({
        'access:conditional': 'no @ (Dec); no @ (May AND wet)',
      }),
      'to whom it is open cannot be read': tagged({ 'access:conditional': 'customers @ (wet)' }, { at: SUMMER }),
      'a tide': tagged({ tidal: 'yes' }, { at: SUMMER }),
      'a flood': tagged({ flood_prone: 'yes' }, { at: SUMMER }),
      'a way over ice': tagged({ ice_road: 'yes' }, { at: SUMMER }),
      'a way that is not cleared of snow': tagged({ winter_service: 'no' }, { at: SUMMER }),
      'dated tags were not read': unread({ at: SUMMER }),
    },
    mustNot: {
      'nothing is dated': tagged({}, { at: SUMMER }),
      'open then': tagged(CLOSED, { at: SUMMER }),
      'for bicycles': tagged({ 'bicycle:conditional': 'no @ (Nov-Apr)' }),
      'reserved at another hour': tagged(RESERVED, { at: SUMMER }),
      'no danger then': tagged(AVALANCHE, { at: SUMMER }),
      'a danger then': tagged(AVALANCHE, { at: WINTER }),
      'dated tags were not read, and nobody asks': unread({}),
    },
  },
  'warning dated_hazard': {
    must: { then: tagged(AVALANCHE, { at: WINTER }), 'on that day': tagged(AVALANCHE, { at: '2027-01-03' }) },
    mustNot: { 'at another time': tagged(AVALANCHE, { at: SUMMER }), 'without a date': tagged(AVALANCHE) },
  },
  'warning mapped_hazard': {
    must: {
      'without a date': tagged({ hazard: 'rock_slide' }),
      then: tagged({ hazard: 'rock_slide' }, { at: SUMMER }),
    },
    mustNot: { 'tagged as none': tagged({ hazard: 'no' }), 'at times': tagged(AVALANCHE, { at: WINTER }) },
  },
}
