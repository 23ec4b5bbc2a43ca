// HOT: npm run bench -- search
// Answers of thousands of places are written in one walk, without building a renamed second tree.
//
// Values <-> wire JSON. `toWireText` writes snake_case JSON text in one walk without building a second tree;
// `fromWire` and `withKnownNames` rename what was parsed. A Map is an object whose keys are data; values under
// OPAQUE_KEYS (GeoJSON, OSM tags) keep their keys. `undefined` members are left out; NaN and infinities are a bug and
// throw. A sentence is written as its text, or without a renderer as its code and values.

import type { Renderer } from '../language/renderer.ts'
import { Sentence } from '../language/sentence.ts'
import { toCamel, toSnake } from './key-case.ts'

/** Members whose content belongs to another standard and is never renamed. */
export const OPAQUE_KEYS: ReadonlySet<string> = new Set(['geometry', 'geojson', 'properties', 'tags'])

const quotedSnake = new Map<string, string>()

/**
 * JSON text with snake_case keys; sentences by `renderer`, as data without one. Throws TypeError for numbers that JSON
 * cannot hold.
 */
export function toWireText(value: unknown, renderer: Renderer | null = null): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`)
      return `${value}`
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      break
    default:
      return 'null'
  }
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    let text = '['
    for (let i = 0; i < value.length; i++)
      text += i === 0 ? toWireText(value[i], renderer) : ',' + toWireText(value[i], renderer)
    return text + ']'
  }
  if (value instanceof WireFragment) return value.text
  if (value instanceof Sentence) return JSON.stringify(renderer === null ? value : renderer.render(value))
  if (value instanceof Map) {
    let text = ''
    for (const [key, member] of value) {
      if (member === undefined) continue
      text += (text === '' ? '{' : ',') + JSON.stringify(String(key)) + ':' + toWireText(member, renderer)
    }
    return text === '' ? '{}' : text + '}'
  }
  if (ArrayBuffer.isView(value)) return toWireText(Array.from(value as unknown as ArrayLike<number>))
  let text = ''
  const record = value as Record<string, unknown>
  for (const key in record) {
    const member = record[key]
    if (member === undefined) continue
    text +=
      (text === '' ? '{' : ',') +
      wireKey(key) +
      (OPAQUE_KEYS.has(key) ? opaqueText(member) : toWireText(member, renderer))
  }
  return text === '' ? '{}' : text + '}'
}

/** `"snake_case":` for a member's name; non-ASCII names are unchanged. */
export function wireKey(key: string): string {
  let quoted = quotedSnake.get(key)
  if (quoted === undefined) {
    quoted = JSON.stringify(toSnake(key)) + ':'
    quotedSnake.set(key, quoted)
  }
  return quoted
}

/** JSON text of a member under OPAQUE_KEYS. */
export function opaqueText(member: unknown): string {
  return member instanceof WireFragment ? member.text : JSON.stringify(member)
}

/**
 * A part already written as JSON text and inserted unchanged (long coordinate lists). `Of` is the type it represents.
 */
export class WireFragment<Of = unknown> {
  declare readonly of?: Of
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer's value from its parsed text: with camelCase keys; values under OPAQUE_KEYS are unchanged. */
export function fromWire(value: unknown): unknown {
  return withNames(value, toCamel)
}

/** A parsed body with its known keys (snake_case -> camelCase) renamed; values under OPAQUE_KEYS are unchanged. */
export function withKnownNames(value: unknown, camelOf: ReadonlyMap<string, string>): unknown {
  return withNames(value, (key) => camelOf.get(key) ?? key)
}

function withNames(value: unknown, nameOf: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, nameOf))
  if (value === null || typeof value !== 'object') return value
  const renamed: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const name = nameOf(key)
    const inside = OPAQUE_KEYS.has(key) ? member : withNames(member, nameOf)
    if (name !== '__proto__') renamed[name] = inside
    // a key of this name is data, never the prototype
    else Object.defineProperty(renamed, name, { value: inside, enumerable: true, writable: true, configurable: true })
  }
  return renamed
}
