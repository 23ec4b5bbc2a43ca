// The arguments of the fields of a document: read and checked before anything runs, once for each node of a field, for
// they depend on that and the variables alone. What they cost is known by then; a field runs with what its checks made
// of them.

import { type FieldNode, getArgumentValues, Kind } from 'graphql'
import { onceEach } from '../../resolvers/pipeline/once-each.ts'
import { ServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import type { RawTexts } from '../../src/wire/raw-json.ts'
import { type FieldFacts, factsOf } from '../plugin/field-facts.ts'
import type { Variables } from './selected-fields.ts'

type Values = Record<string, unknown>
type Field = Parameters<typeof getArgumentValues>[0]

export interface FieldArguments {
  /** as sent, with defaults and the texts of placeholders; null: not of the type, which the executor reports */
  given: Values | null
  /** what the checks made of them; null: the field fails */
  checked: Values | null
  /** what the checks threw */
  fault?: unknown
  /** null: it fails, and costs nothing; nor is anything below it asked */
  price: Price | null
}

interface Price {
  credits: number
  /** how often what is selected of it is made */
  multiplier: number
  isAreaLookup: boolean
  forecastPoints: number
}

export class DocumentArguments {
  readonly #rawTexts: RawTexts | null
  readonly #known = new Map<FieldNode, FieldArguments>()

  /** `rawTexts`: what placeholders in variables stand for. */
  constructor(rawTexts: RawTexts | null) {
    this.#rawTexts = rawTexts
  }

  /** Of an interface's field, whichever of its types it is asked of: they take the same. */
  of(field: Field, node: FieldNode, variables: Variables): FieldArguments {
    if (field.args.length === 0) return ofNone(field)
    let known = this.#known.get(node)
    if (known === undefined) this.#known.set(node, (known = this.#read(field, node, variables)))
    return known
  }

  #read(field: Field, node: FieldNode, variables: Variables): FieldArguments {
    const facts = factsOf(field)
    let given: Values | null = null
    try {
      given = getArgumentValues(field, node, variables)
      this.#rawTexts?.restore(given, facts.rawMembers ?? null)
      checkOneWay(given, node, variables)
      const checked = checkedBy(facts, given)
      return { given, checked, price: priceOf(facts, checked) }
    } catch (fault) {
      return { given, checked: null, fault, price: null }
    }
  }
}

/** Of a field that takes none, in any document. */
const ofNone = onceEach(
  (field: Field): FieldArguments => ({ given: {}, checked: {}, price: priceOf(factsOf(field), {}) }),
)

function priceOf({ credits = 0, areaLookup = false, forecastPoints }: FieldFacts, args: Values): Price {
  const price = typeof credits === 'function' ? credits(args) : credits
  const { field = 0, multiplier = 1 } = typeof price === 'number' ? { field: price } : price
  return {
    credits: field,
    multiplier: Math.max(1, multiplier),
    isAreaLookup: typeof areaLookup === 'function' ? areaLookup(args) : areaLookup,
    forecastPoints: forecastPoints?.(args) ?? 0,
  }
}

/** What the checks of a field make of its arguments. Throws as they do. */
export const checkedBy = ({ checks = [] }: FieldFacts, given: Values): Values =>
  checks.reduce((values, check) => check(values), given)

/**
 * A page is read from one end of its list. `first` has a default, so that only the document tells whether it was sent
 * beside `last`. Throws ServiceError `invalid_input`.
 */
function checkOneWay({ last }: Values, node: FieldNode, variables: Variables): void {
  if (last != null && isSent('first', node, variables))
    throw new ServiceError(say('error.invalid_input.both_ends', { field: 'first' }), { inputPath: 'first' })
}

function isSent(argument: string, node: FieldNode, variables: Variables): boolean {
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.VARIABLE) return variables?.coerced[value.name.value] != null
  return value !== undefined && value.kind !== Kind.NULL
}
