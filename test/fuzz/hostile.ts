// A sound value made hostile: one to three places of it are replaced, taken away, doubled, nested or stretched beyond
// every limit. `RawNumber` is a number that JSON text can hold and JavaScript cannot write back (1e999).

import * as fc from 'fast-check'
import { longRun } from './long-runs.ts'

/** Written into JSON text as it is. */
export class RawNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

const TEXTS = [
  '',
  ' ',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '1e999',
  '0x10',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eabc',
  '😀'.repeat(20),
  'ß',
  'İ',
  'ﬃ',
  '\u0301\u0301\u0301',
  'a'.repeat(300),
  'é'.repeat(70_000),
  "'; DROP TABLE places; --",
  '" OR "1"="1',
  '1 UNION SELECT * FROM sqlite_master',
  'NEAR("a" "b", 5)',
  'a AND OR NOT b',
  '* OR name:*',
  '"unclosed',
  '(((((',
  'a*b*c*',
  '^',
  '{a b}:c',
  '-',
  '--',
  '%',
  '_%_',
  '\\',
  '(a+)+$',
  '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><gpx version="1.1">&b;</gpx>',
  '<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><gpx/>',
  '<gpx',
  '<gpx version="1.1"><trk><trkseg/></trk></gpx>',
  '<gpx><trk>'.repeat(3000),
  `<gpx version="1.1"><trk><trkseg>${'<trkpt lat="NaN" lon="1e999"/>'.repeat(3)}</trkseg></trk></gpx>`,
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%zz',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'http://127.0.0.1:1/',
  '\r\nX-Injected: 1',
  '9'.repeat(400),
  '~~~~~~~~~~~~~~~~',
  '?',
  '_'.repeat(5000),
  '2026-02-30T25:61:61Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00Z',
] as const

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  1e-300,
  5e-324,
  1e21,
  -1e21,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  90,
  -90,
  90.0000001,
  180,
  -180,
  180.0000001,
  85.06,
  360,
  999,
  1e9,
]

function nested(depth: number, list: boolean): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = list ? [value] : { a: value }
  return value
}

const withKey = (key: string, value: unknown): object => Object.defineProperty({}, key, { value, enumerable: true })

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...TEXTS) },
  { weight: 2, arbitrary: longRun },
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '1e999',
        '-1e999',
        '1e-999',
        '123456789012345678901234567890',
        '0.1000000000000000055511151231257827',
      )
      .map((text): unknown => new RawNumber(text)),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], [{}], [[], [], []], [1, 2, 3, 4, 5]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      withKey('__proto__', { admin: true }),
      withKey('constructor', { prototype: { x: 1 } }),
      withKey('then', 1),
      withKey('toJSON', 1),
      withKey('length', 1e9),
      withKey('type', 'Feature'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(10, 60, 64, 70, 500), fc.boolean()).map(([depth, list]) => nested(depth, list)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(101, 513, 2001, 2049, 5001, 20_001).map((length) => new Array(length).fill([11, 47])),
  },
  { weight: 1, arbitrary: fc.constantFrom(51, 1001, 50_001).map((length): unknown => new Array(length).fill(0)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(300, 20_000)
      .map((count): unknown => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]))),
  },
  {
    weight: 2,
    arbitrary: fc
      .anything({ maxDepth: 3, withNullPrototype: false, withBigInt: false })
      .map((value): unknown => jsonOnly(value)),
  },
)

/** Its JSON form. */
function jsonOnly(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return null
  }
}

interface Change {
  at: number
  kind: 'replace' | 'replace-leaf' | 'remove' | 'add' | 'double' | 'swap' | 'scale'
  key: string
  value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom(
    'replace',
    'replace-leaf',
    'replace-leaf',
    'replace-leaf',
    'remove',
    'add',
    'double',
    'swap',
    'scale',
  ),
  key: fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'then',
    '',
    'geometry',
    'gpx',
    'points',
    'a'.repeat(2000),
    'x y',
    '\ud800',
    'max_sac',
    '$ref',
  ),
  value: hostileValue,
})

export function hostileOf(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(sound, fc.array(change, { minLength: 1, maxLength: 3 }))
        .map(([value, changes]) => changes.reduce(changed, value)),
    },
    { weight: 1, arbitrary: hostileValue },
  )
}

type Path = (string | number)[]

function pathsOf(value: unknown, leavesOnly: boolean, path: Path = [], paths: Path[] = []): Path[] {
  if (paths.length >= 500) return paths
  const isLeaf = value === null || typeof value !== 'object' || value instanceof RawNumber
  if (path.length > 0 && (isLeaf || !leavesOnly)) paths.push(path)
  if (!isLeaf && path.length < 12)
    for (const key of Object.keys(value as object))
      pathsOf((value as any)[key], leavesOnly, [...path, Array.isArray(value) ? Number(key) : key], paths)
  return paths
}

function changed(value: unknown, { at, kind, key, value: hostile }: Change): unknown {
  const paths = pathsOf(value, kind === 'replace-leaf' || kind === 'scale')
  if (paths.length === 0)
    return kind === 'add' && value !== null && typeof value === 'object' ? placed({ ...value }, key, hostile) : hostile
  const path = paths[at % paths.length]
  return edited(value, path, (old) => {
    if (kind === 'remove') return REMOVED
    if (kind === 'add')
      return old !== null && typeof old === 'object' && !Array.isArray(old) && !(old instanceof RawNumber)
        ? placed({ ...old }, key, hostile)
        : hostile
    if (kind === 'double') return Array.isArray(old) ? [...old, ...old] : [old, old]
    if (kind === 'swap')
      return Array.isArray(old) ? old.toReversed() : typeof old === 'string' ? [...old].reverse().join('') : old
    if (kind === 'scale') return typeof old === 'number' ? old * [-1, 1e-9, 10, 1e6, 1e300][at % 5] : hostile
    return hostile
  })
}

const REMOVED = Symbol('removed')

function placed(target: object, key: string, value: unknown): object {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  return target
}

function edited(value: unknown, [key, ...rest]: Path, edit: (old: unknown) => unknown): unknown {
  if (key === undefined) return edit(value)
  const inside = edited((value as any)[key], rest, edit)
  if (Array.isArray(value))
    return inside === REMOVED ? value.toSpliced(key as number, 1) : value.with(key as number, inside)
  if (inside !== REMOVED) return placed({ ...(value as object) }, String(key), inside)
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key))
}

/**
 * JSON text with raw numbers as they are; undefined and functions left out as JSON.stringify does. Lone surrogates are
 * escaped.
 */
export function hostileJson(value: unknown): string {
  if (value instanceof RawNumber) return value.text
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? 'null' : hostileJson(item))).join(',')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => `${JSON.stringify(key)}:${hostileJson(member)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}
