// zod -> fast-check: values that pass an operation's own input schema, most of the time, drawn mostly from the region
// that is published.
// Bounds, words, lengths and optional members come from the schema; only what it calls text or anything (GPX, GeoJSON,
// names, moments) is made by name. Members that exclude each other are thinned to one in four cases of five.

import * as fc from 'fast-check'
import type { z } from 'zod'
import { anyFile, areasText, geojsonText, gpxText, polylineText } from './line-arbitraries.ts'
import { walkedFit, walkedPoints, walkedTcx } from '../support/recorded-walk.ts'
import type { Region } from './region.ts'
import { between } from '../support/arbitraries.ts'

const WALK = walkedPoints(1.1)

type Arbitrary = fc.Arbitrary<any>
// any: zod's inside has no public types for a walk
type Inside = any

const EXCLUSIVE: readonly (readonly string[])[] = [
  ['gpx', 'geometry', 'file', 'route'],
  ['gpx', 'tcx', 'fit', 'file'],
  ['distanceKm', 'distanceM'],
  ['targetTime', 'targetSeconds', 'flatPaceSPerKm'],
  ['shape', 'encodedPolyline', 'file'],
  ['paceFactor', 'walker', 'minPerKm', 'kmh'],
  ['toleranceM', 'maxPoints'],
  ['bbox', 'view', 'geojson'],
  ['place', 'location'],
  ['text', 'inBox'],
  ['near', 'box', 'inPlace'],
  ['minutes', 'metres'],
  ['first', 'last'],
]
/** Members that go with few others: with all of them in each request, none would be answered. */
const RARE: ReadonlySet<string> = new Set([
  'alternatives',
  'at',
  'avoid',
  'bicycleType',
  'push',
  'straightLegs',
  'through',
  'useRoads',
])
/** Lists are short, but now and then as long as they may be. */
const SHORT = 6

export function valuesOf(schema: z.ZodType, region: Region): Arbitrary {
  return walk(schema, '', region)
}

function walk(schema: z.ZodType, name: string, region: Region): Arbitrary {
  const { def } = (schema as Inside)._zod
  switch (def.type) {
    case 'optional':
      return RARE.has(name)
        ? fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, walk(def.innerType, name, region))
        : fc.option(walk(def.innerType, name, region), { nil: undefined, freq: 2 })
    case 'nullable':
      return fc.option(walk(def.innerType, name, region), { nil: null, freq: 5 })
    case 'default':
    case 'readonly':
    case 'prefault':
    case 'nonoptional':
      return walk(def.innerType, name, region)
    case 'pipe':
      return walk(
        ['transform', 'custom'].includes(def.out._zod.def.type)
          ? def.in
          : def.in._zod.def.type === 'transform'
            ? def.out
            : def.out,
        name,
        region,
      )
    case 'object':
      return objectOf(def.shape, region)
    case 'array':
      return ordered(name, arrayOf(schema, walk(def.element, singular(name), region)))
    case 'tuple':
      return tupleOf(def.items, region)
    case 'union':
      // the first form is what most requests have
      return fc.oneof(
        ...def.options.map((option: z.ZodType, i: number) => ({
          weight: i === 0 ? 12 : 1,
          arbitrary: walk(option, name, region),
        })),
      )
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 10 }), walk(def.valueType, name, region), { maxKeys: 5 })
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return namedNumber(name, numberOf(schema), region)
    case 'string':
      return namedText(name, region)
    case 'unknown':
    case 'any':
    case 'custom':
      return namedAnything(name, region)
    default:
      throw new Error(`the walk knows no zod type "${def.type}" (at ${name})`)
  }
}

const ordered = (name: string, list: Arbitrary): Arbitrary =>
  name === 'minutes' || name === 'metres' ? ascending(list) : list

/** Numbers, mostly so. */
export const ascending = (list: Arbitrary): Arbitrary =>
  fc
    .tuple(list, fc.nat(4))
    .map(([numbers, as]) => (as === 0 ? numbers : [...new Set<number>(numbers)].sort((a, b) => a - b)))

const singular = (name: string): string => name.replace(/s$/, '')

function objectOf(shape: Record<string, z.ZodType>, region: Region): Arbitrary {
  const members: Record<string, Arbitrary> = {}
  for (const [key, member] of Object.entries(shape)) members[key] = walk(member, key, region)
  const whole = fc.record(members).map(withoutUndefined)
  const names = Object.keys(shape)
  const alternatives = fc.record(
    Object.fromEntries(
      names
        .filter((key) => EXCLUSIVE.some((group) => group.includes(key)))
        .map((key) => [key, required(shape[key], key, region)]),
    ),
  )
  return withOneOfEach(names, placedIn(names, whole, region), alternatives)
}

/** Members that say where are moved into the region, mostly. */
export function placedIn(names: readonly string[], whole: Arbitrary, region: Region): Arbitrary {
  if (names.includes('lat') && names.includes('lon'))
    return fc
      .tuple(whole, fc.option(pointIn(region), { freq: 12, nil: null }))
      .map(([value, point]) => (point === null ? value : { ...value, lon: point[0], lat: point[1] }))
  if (names.includes('minLat'))
    return fc
      .tuple(whole, fc.option(boxIn(region), { freq: 12, nil: null }))
      .map(([value, box]) =>
        box === null ? value : { ...value, minLon: box[0], minLat: box[1], maxLon: box[2], maxLat: box[3] },
      )
  return whole
}

/** Of members that exclude each other exactly one, in four cases of five. `alternatives` has them all. */
export function withOneOfEach(names: readonly string[], whole: Arbitrary, alternatives: Arbitrary): Arbitrary {
  const groups = EXCLUSIVE.map((group) => group.filter((key) => names.includes(key))).filter(
    (group) => group.length > 1,
  )
  if (groups.length === 0) return whole
  return fc
    .tuple(whole, alternatives, fc.nat(99), fc.nat(4))
    .map(([value, all, choice, thin]) => (thin === 0 ? value : thinned(value, all, groups, choice)))
}

function required(schema: z.ZodType, name: string, region: Region): Arbitrary {
  const { def } = (schema as Inside)._zod
  return def.type === 'optional' ? walk(def.innerType, name, region) : walk(schema, name, region)
}

/** Exactly one of each group. */
function thinned(value: any, alternatives: any, groups: readonly (readonly string[])[], choice: number): any {
  const kept = { ...value }
  for (const names of groups) {
    for (const key of names) delete kept[key]
    const chosen = names[choice % names.length]
    kept[chosen] = alternatives[chosen]
  }
  return kept
}

export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

export function listOf(item: Arbitrary, min: number, max: number): Arbitrary {
  const short = fc.array(item, { minLength: min, maxLength: Math.min(max, min + SHORT) })
  if (max <= min + SHORT) return short
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(item, { minLength: min, maxLength: min + 1 }) },
    { weight: 20, arbitrary: short },
    {
      weight: 1,
      arbitrary: fc.tuple(item, item).map(([a, b]) => Array.from({ length: max }, (_, i) => (i % 2 === 0 ? a : b))),
    },
  )
}

/** What a bound alone leaves almost always too far away. */
function namedNumber(name: string, plain: Arbitrary, region: Region): Arbitrary {
  const mostly = (arbitrary: Arbitrary) => fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: plain })
  if (name === 'relationId') return namedAnything(name, region)
  if (name === 'trail') return mostly(fc.constantFrom(...region.relationIds))
  if (name === 'place') return mostly(fc.constantFrom(...region.placeIds))
  if (name === 'distanceKm') return mostly(fc.integer({ min: 5, max: 100 }).map((tenths) => tenths / 10))
  if (name === 'distanceM') return mostly(fc.integer({ min: 500, max: 10_000 }))
  if (name === 'straightLeg' || name === 'segment') return mostly(fc.integer({ min: 0, max: 2 }))
  return plain
}

/** Lengths as the checks of the schema say. */
function arrayOf(schema: Inside, item: Arbitrary): Arbitrary {
  const checks: Inside[] = (schema._zod.def.checks ?? []).map((check: Inside) => check._zod.def)
  const bound = (name: string, key: string) => checks.find(({ check }) => check === name)?.[key] as number | undefined
  return listOf(item, bound('min_length', 'minimum') ?? 0, bound('max_length', 'maximum') ?? 100)
}

function numberOf({ minValue, maxValue, isInt }: Inside): Arbitrary {
  const min = Number.isFinite(minValue) ? Number(minValue) : -1e6
  const max = Number.isFinite(maxValue) ? Number(maxValue) : Math.max(1e6, min)
  if (isInt) return fc.integer({ min, max })
  return between(min, max)
}

function tupleOf(items: readonly z.ZodType[], region: Region): Arbitrary {
  const bounds = items.map((item) => (item as Inside).maxValue as number | undefined)
  const plain = fc.tuple(...items.map((item) => walk(item, '', region)))
  if (items.length === 2 && bounds[0] === 180)
    return fc.oneof({ weight: 8, arbitrary: pointIn(region) }, { weight: 1, arbitrary: plain })
  if (items.length === 4 && bounds[0] === 180)
    return fc.oneof({ weight: 8, arbitrary: boxIn(region) }, { weight: 1, arbitrary: plain })
  return plain
}

/** In the region; a third where something is, a third on paths that are joined. */
export function pointIn({
  box: [minLon, minLat, maxLon, maxLat],
  waypoints,
  example,
}: Region): fc.Arbitrary<[number, number]> {
  const anywhere = fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }))
    .map(([x, y]): [number, number] => [
      round(minLon + ((maxLon - minLon) * x) / 100_000),
      round(minLat + ((maxLat - minLat) * y) / 100_000),
    ])
  return fc.oneof(anywhere, fc.constantFrom(...waypoints), fc.constantFrom(...example))
}

export function boxIn(region: Region): fc.Arbitrary<[number, number, number, number]> {
  return fc
    .tuple(pointIn(region), pointIn(region))
    .map(([[a, b], [c, d]]) => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)])
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export function namedText(name: string, region: Region): Arbitrary {
  const word = fc.oneof(
    fc.constantFrom(...region.names),
    fc.constantFrom(...region.names).map((text) => text.slice(0, 4)),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  switch (name) {
    case 'gpx':
      return gpxText(region)
    case 'file':
      return anyFile(region)
    case 'tcx':
      return fc.constantFrom(walkedTcx(WALK), walkedTcx(WALK), walkedTcx(WALK).slice(0, 5000), '<Trackpoint>')
    case 'fit':
      return fc.constantFrom(...[0, 0, 0, 900].map((cut) => walkedFit(WALK).subarray(cut).toString('base64')))
    case 'encodedPolyline':
    case 'polyline6':
      return polylineText(region)
    case 'departure':
      return moment()
    case 'at':
      return fc.oneof({ weight: 8, arbitrary: localMoment() }, { weight: 1, arbitrary: moment() })
    case 'date':
      return fc.oneof(
        {
          weight: 8,
          arbitrary: fc
            .date({ min: new Date('1899-06-01'), max: new Date('2101-06-01'), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10)),
        },
        { weight: 1, arbitrary: fc.constantFrom('2025-02-29', '2024-02-29', '1900-01-01', '2100-12-31', '2025-13-01') },
        { weight: 1, arbitrary: fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/) },
      )
    case 'targetTime':
      return fc.oneof(
        fc.integer({ min: 1, max: 5999 }).map(String),
        fc
          .tuple(fc.nat(99), fc.nat(59), fc.nat(59))
          .map(([h, m, s]) => `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`),
        fc.string({ maxLength: 8 }),
      )
    case 'release':
      return fc.constantFrom('current', 'current', region.terrainVersion, 'none')
    case 'language':
      return fc.constantFrom('de', 'en', 'pt-BR', 'zh-Hant')
    case 'revision':
      return fc.stringMatching(/^[A-Za-z0-9._:-]{1,64}$/)
    case 'attribute':
      return fc.constantFrom(
        'edge.way_id',
        'edge.names',
        'edge.surface',
        'matched.point',
        'matched.type',
        'shape',
        'nonsense',
      )
    case 'id':
    case 'place':
      return fc.oneof(
        { weight: 8, arbitrary: fc.noBias(fc.constantFrom(...region.ids)) },
        { weight: 1, arbitrary: fc.integer({ min: 1 }).map(String) },
        { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
      )
    case 'after':
      return fc.option(
        fc
          .tuple(fc.nat(20), fc.nat(1e6))
          .map(([position, key]) => Buffer.from(`${position}:${key}`).toString('base64url')),
        { nil: undefined, freq: 2 },
      )
    default:
      return fc.oneof(
        word,
        fc.tuple(word, word).map(([a, b]) => `${a}, ${b}`),
        word.map((text) => `${text} station`),
      )
  }
}

/** A local time with its offset, or a date. */
function localMoment(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2059-12-31'), noInvalidDate: true }),
      fc.constantFrom('', 'Z', '+01:00', '-09:30'),
    )
    .map(([date, offset]) => date.toISOString().slice(0, offset === '' ? 10 : 16) + offset)
}

/** From a day back to 17 days ahead, mostly within what is taken. */
function moment(): fc.Arbitrary<string> {
  const offsets = fc.constantFrom('Z', '+01:00', '-0330', '+14:00')
  return fc
    .tuple(fc.integer({ min: -24, max: 24 * 17 }), fc.nat(59), offsets)
    .map(
      ([hours, minute, offset]) =>
        `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 14)}${String(minute).padStart(2, '0')}:00${offset}`,
    )
}

export function namedAnything(name: string, region: Region): Arbitrary {
  if (name === 'geometry' || name === 'geojson') return geojsonText(region)
  if (name === 'areas') return areasText(region)
  if (name === 'relationId')
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...region.relationIds) },
      { weight: 1, arbitrary: fc.integer({ min: 1 }) },
    )
  return fc.anything({ maxDepth: 2 })
}
