import { readFileSync, existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromWire, toWireText, WireFragment } from '../../src/wire/wire-json.ts'
import { toCamel, toSnake } from '../../src/wire/key-case.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'

// every snake_case word of the interface's fields and of docs/decisions, typed by hand
const WORDS =
  `max_sac marked_trails avoid_paved bicycle_type straight_legs snap_radius_m settings_defaulted distance_m ascent_m descent_m ascent_method
from_m to_m length_m way_id from_snap_m to_snap_m cap_alternative source_ts checked_at promoted_at age_days max_age_days z_requested elevation_m
issued_at issued_at_reason fresh_until requested_days elevation_source weather_code temp_max_c temp_min_c precip_mm precip_probability_max_pct wind_max_kmh
gust_max_kmh temp_c precip_probability_pct wind_kmh gust_kmh wind_dir_deg probability_model trace_length_m matched_length_m network_length_m distance_km
target_m target_error_pct repeated_share repeated_m pace_factor min_per_km at_km freezing_level at_m arrival_utc arrival_local forecast_elevation_m min_m max_m
grade_pct target_time target_seconds flat_pace_s_per_km gain_m loss_m pace_s_per_km cumulative_seconds drop_bad strip_times strip_extensions points_before
points_after bad_coordinates tolerance_m max_points keep_climb keep_stops max_deviation_m radius_m bias_bbox min_lat min_lon max_lat max_lon artifact_version
costing_options max_hiking_difficulty use_roads use_ferry status_code error_code original_index street_names begin_shape_index end_shape_index travel_mode
travel_type status_message duration_s tile_release network_release terrain_release moving_s band_50_s band_80_s error_pct outside_calibration_m paved_m
T1_m T6_m S0_m untagged_path_m via_ferrata_m h24 h48 best_effort shape_match search_radius begin_heading age_h valid_at new_snow_cm`.split(
    /\s+/,
  )

describe('names on the wire', () => {
  test('every snake_case word of the interface survives the way to camelCase and back', () => {
    expect(WORDS.map((word) => toSnake(toCamel(word)))).toEqual(WORDS)
  })

  test('units keep their letters: distanceM is distance_m and band50S is band_50_s', () => {
    expect(toSnake('distanceM')).toBe('distance_m')
    expect(toSnake('band50S')).toBe('band_50_s')
    expect(toCamel('T1_m')).toBe('T1M')
    expect(toSnake('windMaxKmh')).toBe('wind_max_kmh')
  })

  test('every key of a written answer of the interface is snake_case', () => {
    const text = toWireText({ regionBbox: 1, outsideCalibrationM: { fromM: 2 } })
    expect(text).toBe('{"region_bbox":1,"outside_calibration_m":{"from_m":2}}')
  })
})

describe('values on the wire', () => {
  test('a Map keeps its keys, for they are data', () => {
    expect(toWireText({ byName: new Map([['maxSac', { maxSac: 1 }]]) })).toBe('{"by_name":{"maxSac":{"max_sac":1}}}')
  })

  test('geometry and tags keep the names of their own standard, both ways', () => {
    expect(toWireText({ tags: { fooBar: 1 } })).toBe('{"tags":{"fooBar":1}}')
    expect(fromWire({ geometry: { some_key: 1 }, snap_radius_m: 5 })).toEqual({
      geometry: { some_key: 1 },
      snapRadiusM: 5,
    })
  })

  test('undefined is left out, null stays', () => {
    expect(toWireText({ a: undefined, b: null })).toBe('{"b":null}')
  })

  test('a number that JSON cannot hold is refused, not written as null', () => {
    expect(() => toWireText({ a: NaN })).toThrow(TypeError)
    expect(() => toWireText([Infinity])).toThrow(TypeError)
  })

  test('a key named __proto__ is data and changes no prototype', () => {
    const value = fromWire(JSON.parse('{"__proto__":{"polluted":true},"a":1}')) as Record<string, unknown>
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value.polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a fragment is put in as it is', () => {
    expect(toWireText({ geometry: new WireFragment('[1,2]') })).toBe('{"geometry":[1,2]}')
  })

  test('written and read again, any tree of camelCase names is what it was', () => {
    const name = fc
      .stringMatching(/^[a-z]{2,6}([A-Z][a-z]{1,5}){0,2}$/)
      .filter((word) => !['geometry', 'geojson', 'properties', 'tags'].includes(word))
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(name, tie('node'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).node
    fc.assert(
      fc.property(tree, (value) => {
        expect(fromWire(JSON.parse(toWireText(value)))).toEqual(value)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a prepared answer', () => {
  test('keeps its text for REST and gives camelCase to GraphQL, parsed once', () => {
    const answer = new EncodedAnswer<{ distanceM: number }>('{"distance_m":5}')
    expect(answer.wireText).toBe('{"distance_m":5}')
    expect(answer.value).toEqual({ distanceM: 5 })
    expect(answer.value).toBe(answer.value)
  })
})

const INTERFACE = new URL('../../../shared/spec/interface.md', import.meta.url)
test.skipIf(!existsSync(INTERFACE))(
  'every snake_case word in the interface text survives (needs the interface beside the checkout)',
  () => {
    const words = new Set(readFileSync(INTERFACE, 'utf8').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g))
    words.delete('svc_pub_')
    expect(words.size).toBeGreaterThan(100)
    for (const word of words) expect(toSnake(toCamel(word))).toBe(word)
  },
)
