// An operation's value as the REST request that says it: body in snake_case, or path and query. Hostile values are
// written as they are, so wrong kinds become odd query strings. A few bodies and queries are no JSON or no query at
// all.

import * as fc from 'fast-check'
import type { OperationRoute } from '../../rest-compat/operation-route.ts'
import { OPAQUE_KEYS } from '../../src/wire/wire-json.ts'
import { toSnake } from '../../src/wire/key-case.ts'
import { hostileJson, RawNumber } from './hostile.ts'

export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

/** The largest query that the header limit lets through, with room for the rest. */
const MAX_QUERY = 80_000

const BAD_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '0',
  '{',
  '{"a":NaN}',
  '{"a":1,}',
  '\ufeff{}',
  '{"waypoints":[[1,2],[3,4]],"waypoints":1}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '['.repeat(100_000),
  `{"a":${'['.repeat(70)}${']'.repeat(70)}}`,
  '{"a":"\\ud800"}',
  '{"\\u0000":1}',
  '\u0000',
  `{"a":${'9'.repeat(5000)}}`,
]
const BAD_QUERIES = [
  '',
  '&&&&',
  '=',
  '%',
  '%zz',
  'q=%ff%fe',
  'q=%ed%a0%80',
  'q=%00',
  '__proto__=1',
  'q=a&q=b',
  'points=|',
  `points=${'1,1|'.repeat(3000)}`,
  'points=NaN,NaN',
  'points=1e999,1',
  'p=;',
  'p=1,2;;',
  'lat=47&lon=',
  'bbox=1,2,3,4,5',
  'limit=1e3',
  'limit=%D9%A3',
  'min_lat=&min_lon=',
  'geojson={',
  'line=~',
  'z=0x10',
]

export function restRequestOf(row: OperationRoute, value: unknown): RawRequest {
  if (row.method === 'POST')
    return {
      method: 'POST',
      path: row.path,
      headers: { 'content-type': 'application/json' },
      body: hostileJson(toWire(value)),
    }
  const members =
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : new Map([
          ['q', value],
          ['points', value],
          ['p', value],
        ])
  let { path } = row
  for (const [, name] of row.path.matchAll(/\{(\w+)\}/g)) {
    const key = name === 'release' ? 'release' : 'relationId'
    path = path.replace(`{${name}}`, escaped(queryText(members.get(key) ?? 'current')).slice(0, 2000))
    members.delete(key)
  }
  const words =
    row.operation.id === 'weather'
      ? forecastWords(members)
      : [...members].map(
          ([key, member]) => [toSnake(key), member === true && key === 'evidence' ? '1' : queryText(member)] as const,
        )
  const query = words
    .map(([name, text]) => `${escaped(name)}=${escaped(text)}`)
    .join('&')
    .slice(0, MAX_QUERY)
  return { method: 'GET', path: query === '' ? path : `${path}?${query}`, headers: {}, body: null }
}

export function brokenRequests(row: OperationRoute): fc.Arbitrary<RawRequest> {
  if (row.method === 'POST') {
    const type = fc.constantFrom(
      'application/json',
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
    )
    return fc.tuple(fc.constantFrom(...BAD_BODIES), type).map(([body, contentType]) => ({
      method: 'POST',
      path: row.path,
      headers: contentType === '' ? ({} as Record<string, string>) : { 'content-type': contentType },
      body,
    }))
  }
  const path = row.path.replace('{release}', 'current').replace('{relation_id}', '1')
  return fc
    .tuple(fc.constantFrom(...BAD_QUERIES), fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'PUT', 'DELETE'))
    .map(([query, method]) => ({ method, path: `${path}?${query}`, headers: {}, body: null }))
}

/** Names as REST has them; those of data stay. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (value === null || typeof value !== 'object' || value instanceof RawNumber) return value
  const out: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(out, toSnake(key), {
      value: OPAQUE_KEYS.has(key) ? member : toWire(member),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return out
}

function forecastWords(members: Map<string, unknown>): (readonly [string, string])[] {
  const words: (readonly [string, string])[] = []
  for (const [key, member] of members) {
    if (key === 'points')
      words.push([
        'p',
        Array.isArray(member)
          ? member
              .map((point) =>
                point !== null && typeof point === 'object' && 'lat' in point
                  ? [
                      point.lat,
                      point.lon,
                      ...('elevationM' in point && !String(point.elevationM).includes('e') ? [point.elevationM] : []),
                    ]
                      .map(plain)
                      .join(',')
                  : queryText(point),
              )
              .join(';')
          : queryText(member),
      ])
    else if (key === 'days') words.push(['d', queryText(member)])
    else if (member !== false)
      words.push([
        key === 'hourly' ? 'h' : key === 'freezingLevel' ? 'fl' : key,
        member === true ? '1' : queryText(member),
      ])
  }
  return words
}

/** Without an exponent, which this query does not take. */
function plain(value: unknown): string {
  return typeof value === 'number' && /e/.test(String(value)) ? value.toFixed(20).slice(0, 60) : queryText(value)
}

function queryText(value: unknown): string {
  if (Array.isArray(value))
    return value.every(Array.isArray) && value.length > 0
      ? value.map((pair: unknown[]) => pair.slice(0, 4).toReversed().map(queryText).join(',')).join('|')
      : value.map(queryText).join(',')
  if (value !== null && typeof value === 'object' && !(value instanceof RawNumber)) return hostileJson(value)
  return String(value)
}

/** Percent-encoded; a lone surrogate as the bytes that a careless client sends. */
function escaped(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
}
