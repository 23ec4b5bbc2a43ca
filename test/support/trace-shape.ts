// The shape of an answer of trace_attributes as a Valhalla client reads it (its trace serializer): types, words and
// indexes. Run over our answers and, where the peer is installed, over Valhalla's own. Where Valhalla writes 0 for an
// untagged grade we write null.

import { expect } from 'vitest'
import { decodePolyline6 } from '../../src/geo/polyline.ts'

const SURFACES = ['paved_smooth', 'paved', 'paved_rough', 'compacted', 'dirt', 'gravel', 'path', 'impassable', null]
const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'service_other',
]
const USES = [
  'road',
  'ramp',
  'turn_channel',
  'track',
  'driveway',
  'alley',
  'parking_aisle',
  'emergency_access',
  'drive_through',
  'culdesac',
  'living_street',
  'service_road',
  'cycleway',
  'mountain_bike',
  'sidewalk',
  'footway',
  'elevator',
  'steps',
  'escalator',
  'path',
  'pedestrian',
  'platform',
  'bridleway',
  'pedestrian_crossing',
  'rest_area',
  'service_area',
  'other',
  'rail-ferry',
  'ferry',
  'construction',
]

// any: the answer of another engine
export function checkTraceShape(answer: any): void {
  expect(answer.units).toBe('kilometers')
  const points = decodePolyline6(answer.shape)
  let last = 0
  for (const edge of answer.edges) {
    expect(Number.isInteger(edge.way_id)).toBe(true)
    expect(edge.length).toBeGreaterThanOrEqual(0)
    expect(edge.length).toBeLessThan(100)
    expect(SURFACES).toContain(edge.surface)
    expect(ROAD_CLASSES).toContain(edge.road_class)
    expect(USES).toContain(edge.use)
    expect(
      edge.sac_scale === null ||
        edge.sac_scale === undefined ||
        (Number.isInteger(edge.sac_scale) && edge.sac_scale >= 0 && edge.sac_scale <= 6),
    ).toBe(true)
    if (edge.names !== undefined) expect(edge.names.every((name: unknown) => typeof name === 'string')).toBe(true)
    for (const key of ['begin_heading', 'end_heading']) {
      expect(Number.isInteger(edge[key])).toBe(true)
      expect(edge[key]).toBeGreaterThanOrEqual(0)
      expect(edge[key]).toBeLessThanOrEqual(360)
    }
    expect(edge.begin_shape_index).toBeGreaterThanOrEqual(last)
    expect(edge.end_shape_index).toBeGreaterThanOrEqual(edge.begin_shape_index)
    expect(edge.end_shape_index).toBeLessThan(points.length)
    last = edge.end_shape_index
    for (const key of ['source_percent_along', 'target_percent_along'])
      if (edge[key] !== undefined) expect(edge[key] >= 0 && edge[key] <= 1).toBe(true)
  }
  for (const point of answer.matched_points) {
    expect(['matched', 'interpolated', 'unmatched']).toContain(point.type)
    expect(typeof point.lat).toBe('number')
    expect(typeof point.lon).toBe('number')
    // Valhalla writes 2^64 - 1 for a placed point without an edge
    if (point.type === 'unmatched' || point.edge_index === 2 ** 64) continue
    expect(point.edge_index).toBeGreaterThanOrEqual(0)
    expect(point.edge_index).toBeLessThan(answer.edges.length)
    expect(point.distance_along_edge >= 0 && point.distance_along_edge <= 1).toBe(true)
    expect(point.distance_from_trace_point).toBeGreaterThanOrEqual(0)
  }
}
