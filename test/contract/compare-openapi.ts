// What a client of an older OpenAPI document would miss in a newer one: paths, parameters and members that are gone,
// input that is refused now, answers that hold less or may be null now. What is added is no breaking change.

import * as fc from 'fast-check'

type Json = Record<string, any>

export interface RestChange {
  /** `POST /v1/route` */
  operation: string
  path: string
  /** of the member, parameter or word that changed; null where it is the operation itself */
  name: string | null
  says: string
}

/** By samples: whether a pattern takes what another took. */
function takesAll(now: string, was: string | undefined): boolean {
  if (was === undefined) return false
  const taken = new RegExp(now)
  return fc.sample(fc.stringMatching(new RegExp(was)), 500).every((text) => taken.test(text))
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

export function findRestChanges(before: Json, after: Json): RestChange[] {
  const changes: RestChange[] = []
  for (const [path, item] of Object.entries<Json>(before.paths))
    for (const method of METHODS.filter((one) => one in item)) {
      const operation = `${method.toUpperCase()} ${path}`
      const tell = (name: string | null, says: string): void => {
        changes.push({ operation, path, name, says })
      }
      const now = after.paths[path]?.[method]
      if (now === undefined) tell(null, 'is gone')
      else compareOperations(new Comparison(before, after, tell), item[method], now)
    }
  return changes
}

function compareOperations(comparison: Comparison, before: Json, after: Json): void {
  const { tell } = comparison
  const isOpen = ({ security }: Json): boolean => security.length === 0 || security.some((one: Json) => isEmpty(one))
  if (isOpen(before) && !isOpen(after)) tell(null, 'needs a key')
  const keyOf = (one: Json): string => `${one.in} ${one.name}`
  const parameters = new Map<string, Json>((after.parameters ?? []).map((one: Json) => [keyOf(one), one]))
  for (const one of before.parameters ?? []) {
    const now = parameters.get(keyOf(one))
    parameters.delete(keyOf(one))
    if (now === undefined) tell(one.name, `the parameter ${one.name} is gone`)
    else {
      if (now.required === true && one.required !== true) tell(one.name, `the parameter ${one.name} is required`)
      comparison.input(one.schema, now.schema, one.name, one.name)
    }
  }
  for (const { name, required } of parameters.values())
    if (required === true) tell(name, `the parameter ${name} is new and required`)
  const bodyOf = (one: Json): Json | undefined => one.requestBody?.content['application/json']?.schema
  const [body, bodyNow] = [bodyOf(before), bodyOf(after)]
  if (body === undefined && after.requestBody?.required === true) tell(null, 'needs a body')
  if (body !== undefined && bodyNow === undefined) tell(null, 'takes no JSON body')
  if (body !== undefined && bodyNow !== undefined) comparison.input(body, bodyNow, 'body', null)
  for (const [type, { schema }] of Object.entries<Json>(before.responses['200'].content ?? {})) {
    const now = after.responses['200']?.content?.[type]
    if (now === undefined) tell(null, `does not answer ${type}`)
    else comparison.output(schema, now.schema, 'answer', null)
  }
}

class Comparison {
  readonly tell: (name: string | null, says: string) => void
  #before: Json
  #after: Json
  /** pairs of shared schemas that are compared already: they may hold themselves */
  #compared = new Set<string>()

  constructor(before: Json, after: Json, tell: Comparison['tell']) {
    this.#before = before
    this.#after = after
    this.tell = tell
  }

  /** What was accepted has to be accepted still. */
  input(before: Json, after: Json, at: string, name: string | null): void {
    const [was, now] = this.#resolve('input', before, after)
    if (was === null || now === null) return
    if (branchesOf(was).length === 0 && branchesOf(now).length > 1) {
      // one form has become several: what was accepted has to be one of them
      const reported = branchesOf(now).map((branch) => {
        const faults: [string | null, string][] = []
        new Comparison(this.#before, this.#after, (...fault) => faults.push(fault)).input(was, branch, at, name)
        return faults
      })
      return reported.reduce((a, b) => (b.length < a.length ? b : a)).forEach((fault) => this.tell(...fault))
    }
    for (const one of typesOf(was)) if (!accepts(now, one)) this.tell(name, `${at} is no longer ${article(one)}`)
    const words = wordsOf(now)
    if (words !== null)
      for (const word of wordsOf(was) ?? [])
        if (!words.includes(word)) this.tell(name, `${at} is no longer ${JSON.stringify(word)}`)
    if (words !== null && wordsOf(was) === null && typesOf(was).length > 0)
      this.tell(name, `${at} takes certain words only`)
    for (const [bound, isNarrower] of BOUNDS)
      if (now[bound] !== undefined && (was[bound] === undefined || isNarrower(now[bound], was[bound])))
        this.tell(name, `${at} has ${bound} ${now[bound]}, it was ${was[bound] ?? 'open'}`)
    if (now.pattern !== undefined && now.pattern !== was.pattern && !takesAll(now.pattern, was.pattern))
      this.tell(name, `${at} has another pattern`)
    for (const [key, member] of membersOf(was)) {
      const memberNow = new Map(membersOf(now)).get(key)
      if (memberNow === undefined) this.tell(key, `${at}.${key} is gone`)
      else this.input(member, memberNow, `${at}.${key}`, key)
    }
    // what was not described at all is described, not narrowed
    const isNew = Object.keys(was).every((key) => key === 'description')
    for (const key of isNew ? [] : (now.required ?? []))
      if (!(was.required ?? []).includes(key)) this.tell(key, `${at}.${key} is required`)
    if (now.additionalProperties === false && was.additionalProperties !== false)
      this.tell(name, `${at} takes no further members`)
    if (was.items && now.items) this.input(was.items, now.items, `${at}[]`, name)
    branchesOf(was).forEach((branch, index) => {
      const alike = branchesOf(now)[index]
      if (alike === undefined) this.tell(name, `${at} has fewer forms`)
      else this.input(branch, alike, at, name)
    })
  }

  /** What was answered has to be answered still. */
  output(before: Json, after: Json, at: string, name: string | null): void {
    const [was, now] = this.#resolve('output', before, after)
    if (was === null || now === null) return
    for (const one of typesOf(now)) if (!accepts(was, one)) this.tell(name, `${at} may be ${article(one)}`)
    const members = new Map(membersOf(now))
    for (const [key, member] of membersOf(was)) {
      const memberNow = members.get(key)
      if (memberNow === undefined) this.tell(key, `${at}.${key} is gone`)
      else this.output(member, memberNow, `${at}.${key}`, key)
    }
    for (const key of was.required ?? [])
      if (members.has(key) && !(now.required ?? []).includes(key)) this.tell(key, `${at}.${key} may be left out`)
    if (was.items && now.items) this.output(was.items, now.items, `${at}[]`, name)
    if (was.additionalProperties && now.additionalProperties)
      this.output(was.additionalProperties, now.additionalProperties, `${at}{}`, name)
    branchesOf(was).forEach((branch, index) => {
      const alike = branchesOf(now)[index]
      if (alike !== undefined) this.output(branch, alike, at, name)
    })
  }

  /** Without references; null where the pair was compared before. */
  #resolve(way: string, before: Json, after: Json): [Json, Json] | [null, null] {
    if (before.$ref !== undefined || after.$ref !== undefined) {
      const pair = `${way} ${before.$ref} ${after.$ref}`
      if (before.$ref !== undefined && this.#compared.has(pair)) return [null, null]
      this.#compared.add(pair)
    }
    return [follow(before, this.#before), follow(after, this.#after)]
  }
}

function follow(schema: Json, document: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  return name === undefined ? schema : follow(document.components.schemas[name], document)
}

const BOUNDS: [name: string, isNarrower: (now: number, was: number) => boolean][] = [
  ...['minimum', 'exclusiveMinimum', 'minItems', 'minLength'].map(
    (name): [string, (now: number, was: number) => boolean] => [name, (now, was) => now > was],
  ),
  ...['maximum', 'exclusiveMaximum', 'maxItems', 'maxLength'].map(
    (name): [string, (now: number, was: number) => boolean] => [name, (now, was) => now < was],
  ),
]

const isEmpty = (value: object): boolean => Object.keys(value).length === 0
/** Beside a type they are conditions (exactly one of some members), no forms. */
const branchesOf = (schema: Json): Json[] => (schema.type === undefined ? (schema.anyOf ?? schema.oneOf ?? []) : [])
const membersOf = (schema: Json): [string, Json][] => [
  ...Object.entries<Json>(schema.properties ?? {}),
  ...(schema.prefixItems ?? []).map((item: Json, index: number): [string, Json] => [String(index), item]),
]

/** JSON types that a schema names, with those of its forms and words; empty where it names none. */
function typesOf(schema: Json): string[] {
  const own = schema.type === undefined ? [] : [schema.type].flat()
  const ofWords = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])].map(typeOf)
  return [...new Set([...own, ...ofWords, ...branchesOf(schema).flatMap(typesOf)])]
}

function accepts(schema: Json, type: string): boolean {
  const types = typesOf(schema)
  return (
    types.length === 0 ||
    branchesOf(schema).some((one) => one.$ref) ||
    types.includes(type) ||
    (type === 'integer' && types.includes('number'))
  )
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value)
const wordsOf = (schema: Json): unknown[] | null => schema.enum ?? ('const' in schema ? [schema.const] : null)
const article = (type: string): string => (type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`)
