// A JSON schema as a list of its members: name, type, bounds, what it means. Shared shapes are linked, so that nothing
// is written twice and shapes that hold themselves end.

import { escapeText } from '../../src/wire/markup-text.ts'

type Json = Record<string, any>
/** What is said of members that have to be there: of a body `required`, of an answer `always`. */
type Must = 'required' | 'always'

/** The members of an object or of the items of a list, as HTML; empty if there are none. */
export function schemaList(schema: Json, must: Must): string {
  const inner = schema.items !== undefined && schema.items !== false ? schema.items : schema
  const rows = memberRows(inner, must)
  const forms = formsOf(inner).filter((form) => form.properties !== undefined)
  const others = forms.map((form, index) => `<p class="form">Form ${index + 1}</p>${schemaList(form, must)}`)
  return `${rows === '' ? '' : `<ul class="members">${rows}</ul>`}${others.join('')}`
}

function memberRows({ properties = {}, required = [], additionalProperties }: Json, must: Must): string {
  const rows = Object.entries<Json>(properties).map(([name, schema]) =>
    row(name, schema, must, required.includes(name)),
  )
  if (typeof additionalProperties === 'object') rows.push(row('any name', additionalProperties, must, false, true))
  return rows.join('\n')
}

function row(name: string, schema: Json, must: Must, isRequired: boolean, isData = false): string {
  const shown = isData ? `<i>${name}</i>` : `<code>${escapeText(name)}</code>`
  const said = isRequired ? ` <span class="must">${must}</span>` : ''
  const words = schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>`
  const inside = schemaList(schema, must)
  const open = inside === '' ? '' : `<details><summary>members</summary>${inside}</details>`
  return `<li>${shown} <span class="type">${typeWords(schema)}</span>${said}${words}${open}</li>`
}

/** `number from 0 to 22, or null`, as HTML. */
export function typeWords(schema: Json): string {
  const name = sharedName(schema)
  if (name !== null) return `<a href="#shape-${name}">${name}</a>`
  if (schema.const !== undefined) return `<code>${escapeText(JSON.stringify(schema.const))}</code>`
  if (schema.enum !== undefined)
    return schema.enum.map((word: unknown) => `<code>${escapeText(String(word))}</code>`).join(', ')
  const forms = formsOf(schema)
  if (forms.length > 0) return forms.map(typeWords).join(', or ')
  const types = [schema.type ?? 'any value'].flat() as string[]
  return types.map((type) => ofType(type, schema)).join(' or ')
}

function ofType(type: string, schema: Json): string {
  if (type !== 'array') return type === 'null' ? 'null' : `${type}${boundWords(schema)}`
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeWords).join(', ')}]`
  const count = rangeWords(schema.minItems, schema.maxItems)
  return `list${count === '' ? '' : ` of ${count}`}: ${schema.items ? typeWords(schema.items) : 'any values'}`
}

function boundWords({ minimum, maximum, minLength, maxLength, default: preset }: Json): string {
  const range = rangeWords(minimum, maximum)
  const letters = rangeWords(minLength, maxLength)
  const words = [range, letters === '' ? '' : `${letters} characters`].filter((one) => one !== '')
  if (preset !== undefined) words.push(`default ${escapeText(JSON.stringify(preset))}`)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

function rangeWords(low: number | undefined, high: number | undefined): string {
  // zod writes the safe integers where nothing else is said
  const [from, to] = [low, high].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound.toLocaleString('en'),
  )
  if (from !== null && to !== null) return from === to ? from : `${from} to ${to}`
  return from !== null ? `${from} or more` : to !== null ? `up to ${to}` : ''
}

const formsOf = ({ anyOf, oneOf }: Json): Json[] => anyOf ?? oneOf ?? []

function sharedName({ $ref }: Json): string | null {
  return /^#\/components\/schemas\/(\w+)$/.exec($ref ?? '')?.[1] ?? null
}

/** Sentences with `code spans` as HTML. */
export const withCode = (text: string): string => escapeText(text).replace(/`([^`]{1,200})`/g, '<code>$1</code>')
