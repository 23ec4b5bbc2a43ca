// The names that the input of an operation has, in snake_case as a body writes them. A body's members are renamed by
// these alone: what nobody knows stays as it was sent, however much of it there is.

import { z } from 'zod'
import type { AnyOperation } from '../resolvers/pipeline/operation.ts'
import { OF_KNOWN_NAMES, type StructureLimits } from '../src/wire/json-structure.ts'
import { OPAQUE_KEYS } from '../src/wire/wire-json.ts'
import { toSnake } from '../src/wire/key-case.ts'

export interface InputNames {
  /** `distance_m` -> `distanceM`, of those that are written in two ways */
  camelOf: ReadonlyMap<string, string>
  /** of a body; undefined: some of its objects have data as names */
  limits: StructureLimits | undefined
}

const known = new WeakMap<AnyOperation, InputNames>()

/** Made at the first use. */
export function inputNames(operation: AnyOperation): InputNames {
  let names = known.get(operation)
  if (names === undefined) known.set(operation, (names = makeNames(operation)))
  return names
}

function makeNames({ input }: AnyOperation): InputNames {
  const names = new Set<string>()
  for (const io of ['input', 'output'] as const) addNames(z.toJSONSchema(input, { io, unrepresentable: 'any' }), names)
  const camelOf = new Map<string, string>()
  for (const name of names) if (toSnake(name) !== name) camelOf.set(toSnake(name), name)
  const isFree = [...names].some((name) => OPAQUE_KEYS.has(name) || name === 'file')
  return { camelOf, limits: isFree ? undefined : OF_KNOWN_NAMES }
}

function addNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name)
    addNames(value, names)
  }
}
