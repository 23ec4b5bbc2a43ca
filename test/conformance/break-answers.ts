// Recorded answers, each broken in one place: what a check is worth is whether it sees that, and no other check does.

import { codeOf, shapeFor } from './checks.ts'
import { judge } from './judge.ts'
import type { Answer, Case, Exchange } from './operation.ts'
import type { Shape } from './shapes.ts'

export interface Recorded {
  one: Case
  context: Exchange
}

export interface Broken {
  /** `drops points[].lat` */
  how: string
  answer: Answer
  /** the one check that is to fail */
  check: string
}

type Path = (string | number)[]

/** Names of the checks that fail for the answer as broken. */
export function failedChecks({ one, context }: Recorded, answer: Answer): string[] {
  return judge(one, { ...context, answer })
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ check }) => check)
}

/** Each status, field, code, field that a message names, and header of a recorded answer, broken in turn. */
export function* breakAnswer({ one, context }: Recorded): Generator<Broken> {
  const { operation, answer } = context
  for (const check of one.checks) {
    if (check.kind === 'status') yield { how: 'status 500', answer: { ...answer, status: 500 }, check: check.name }
    if (check.kind === 'fields') yield* breakFields(shapeFor(check, operation), answer)
    if (check.kind === 'law' && check.name.startsWith('code ')) {
      const code = codeOf(operation, answer)!
      const json = JSON.parse(JSON.stringify(answer.json).replaceAll(`"${code}"`, '"another_code"'))
      yield { how: 'another code', answer: { ...answer, json }, check: check.name }
    }
    if (check.kind === 'law' && check.name.startsWith('names ')) {
      const json = mapTexts(answer.json, (text) => (text.includes(' ') ? 'Something is wrong.' : text))
      yield { how: 'a message that names nothing', answer: { ...answer, json }, check: check.name }
    }
  }
}

function* breakFields(shape: Shape, answer: Answer): Generator<Broken> {
  for (const { shape: inner, at, path, isOptional } of placesOf(shape, answer.json)) {
    const check = `${path === '' ? 'body' : path}: ${inner.says}`
    const put = (value: unknown): Answer => ({ ...answer, json: changed(answer.json, at, value) })
    const last = at.at(-1)
    if (!isOptional && typeof last === 'string') yield { how: `drops ${path}`, answer: put(undefined), check }
    if (!inner.fits(null)) yield { how: `null for ${path}`, answer: put(null), check }
    for (const other of [{ broken: true }, 'no such word', -1e12])
      if (!inner.fits(other)) {
        yield { how: `${JSON.stringify(other)} for ${path}`, answer: put(other), check }
        break
      }
  }
}

/** The first value of each field that a body has. */
function placesOf(shape: Shape, body: unknown): { shape: Shape; at: Path; path: string; isOptional: boolean }[] {
  const places = new Map<string, { shape: Shape; at: Path; path: string; isOptional: boolean }>()
  const visit = (one: Shape, value: unknown, at: Path, path: string, isOptional: boolean): void => {
    if (!places.has(path)) places.set(path, { shape: one, at, path, isOptional })
    if (typeof value !== 'object' || value === null) return
    const under = (key: string): string => (path === '' ? key : `${path}.${key}`)
    for (const [key, member] of Object.entries(one.members ?? {})) {
      const name = key.replace(/\?$/, '')
      if (Object.hasOwn(value, name)) visit(member, (value as any)[name], [...at, name], under(name), name !== key)
    }
    if (one.items !== undefined && Array.isArray(value))
      value.slice(0, 50).forEach((item, index) => visit(one.items!, item, [...at, index], `${path}[]`, true))
    if (one.entries !== undefined)
      for (const [key, entry] of Object.entries(value)) visit(one.entries, entry, [...at, key], under('*'), true)
  }
  visit(shape, body, [], '', true)
  return [...places.values()]
}

/** Answers that say something else than the recorded one: other headers, other bytes, other values of the same kind. */
export function* distort({ context: { answer } }: Recorded): Generator<Answer> {
  for (const name of Object.keys(answer.headers)) {
    const { [name]: value, ...headers } = answer.headers
    yield { ...answer, headers }
    yield { ...answer, headers: { ...headers, [name]: /^\d+$/.test(value) ? String(Number(value) + 1) : 'nothing' } }
  }
  yield { ...answer, headers: { ...answer.headers, 'access-control-allow-credentials': 'true' } }
  for (const at of [0, 17, 21])
    yield { ...answer, bytes: answer.bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)) }
  yield { ...answer, bytes: new TextEncoder().encode('something else') }
  if (typeof answer.json !== 'object' || answer.json === null) return
  for (const json of distortions(answer.json)) yield { ...answer, json }
}

function* distortions(body: unknown, value: unknown = body, at: Path = []): Generator<unknown> {
  const put = (other: unknown): unknown => changed(body, at, other)
  if (typeof value === 'number')
    for (const other of [value + 1, value * 3 + 77, value + 1000, 0, 0.5, -value]) yield put(other)
  else if (typeof value === 'string') for (const other of OTHERS) yield put(other)
  else if (typeof value === 'boolean') yield put(!value)
  else if (value === null) for (const other of [1, 'something']) yield put(other)
  else if (Array.isArray(value)) {
    yield* [[], value.slice(1), value.slice(0, -1), value.toReversed(), [...value, value[0]]].map(put)
    const more = value.length > 200 ? 7000 : 60
    yield put([...value, ...Array.from({ length: more }, () => value.at(-1))])
    for (const index of new Set([0, 1, value.length - 1]))
      if (index >= 0 && index < value.length) yield* distortions(body, value[index], [...at, index])
  } else if (typeof value === 'object') {
    for (const name of ADDED) yield put({ ...value, [name]: [] })
    for (const key of Object.keys(value)) yield put(changed(value, [key], undefined))
    for (const [key, inner] of Object.entries(value)) yield* distortions(body, inner, [...at, key])
  }
}

/** Words, times and polylines that mean something else than what stands there. */
const OTHERS = [
  null,
  'another',
  'unknown',
  'clear',
  'peak',
  'spring',
  'node',
  'complete',
  'rough',
  'partial',
  'unmatched',
  'trail',
  'hiking',
  'recorded',
  'hike',
  '_p~iF~ps|U',
  '1990-01-01T00:00:00Z',
  '2090-01-01T00:00:00Z',
]
const ADDED = ['hourly', 'evidence', 'another']

/** A copy with one value changed, or left out where it is undefined. */
function changed(body: unknown, at: Path, value: unknown): unknown {
  if (at.length === 0) return value
  const [key, ...rest] = at
  if (Array.isArray(body)) return body.with(key as number, changed(body[key as number], rest, value))
  const { [key]: inner, ...others } = body as Record<string, unknown>
  const after = changed(inner, rest, value)
  if (after === undefined) return others
  return { ...(body as object), [key]: after }
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, map)]))
}
