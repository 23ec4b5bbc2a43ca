// An answer of many values is made in several turns of the event loop, and is the same as one made in a single turn.

import { type GraphQLObjectType, buildSchema, defaultFieldResolver, execute, isObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { AnswerBudget } from '../../../schema/http/answer-budget.ts'
import { DocumentArguments } from '../../../schema/http/field-arguments.ts'
import { usage } from '../../../resolvers/account.ts'
import { withFacts } from '../../../schema/plugin/field-facts.ts'
import { watchSchema } from '../../support/watch-schema.ts'
import { executePrepared } from '../../support/execute-prepared.ts'

const SDL = `
  type Query { items: [Item!]! }
  type Item { value: Int one: Item! items: [Item!]! later: Item! laterItems: [Item!]! laterValue: Int }
`
const LENGTH = 100
/** Of a turn; beyond it the fields of one object. */
const MOST_FIELDS = 22_000
let begun = 0

const item = { value: 1 } as Record<string, unknown>
const items = Array.from({ length: LENGTH }, () => item)
Object.assign(item, {
  one: item,
  items,
  later: () => Promise.resolve(item),
  laterItems: () => Promise.resolve(items),
  laterValue: () => Promise.resolve(2),
})

function createSchema() {
  const schema = buildSchema(SDL)
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        field.resolve = (...call) => {
          begun++
          return defaultFieldResolver(...call)
        }
  return schema
}

const plain = createSchema()
const watched = createSchema()
watchSchema(watched)

const names = (count: number, field: string) => Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')

test.each([
  ['lists in lists', `{ items { items { ${names(10, 'value')} } } }`],
  ['an object of many fields in each element', `{ items { one { ${names(900, 'value')} } } }`],
  ['objects that come together, later', `{ items { later { ${names(900, 'value')} } } }`],
  ['their fields in a fragment', `{ items { later { ...F } } } fragment F on Item { ${names(900, 'value')} }`],
  ['lists that come together, later', `{ items { ${names(20, 'laterItems { value }')} } }`],
  ['values that come later', `{ items { items { laterValue } } }`],
])('%s', async (_name, text) => {
  const document = parse(text)
  let most = 0
  let isDone = false
  begun = 0
  const look = (): void => {
    most = Math.max(most, begun)
    begun = 0
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const session = { forField: () => session }
  const answer = new AnswerBudget(null, 1_000_000)
  const result = await executePrepared({
    schema: watched,
    document,
    rootValue: { items },
    contextValue: { answer, session, fieldArguments: new DocumentArguments(null) },
  })
  isDone = true
  look()
  expect(most).toBeLessThanOrEqual(MOST_FIELDS)
  expect(result).toEqual(await execute({ schema: plain, document, rootValue: { items } }))
})

test.each([
  [100, 100],
  [1000, 350],
])('of %i operations at most %i begin in a turn', async (count, bound) => {
  const schema = buildSchema('type Query { items: [Item!]! } type Item { operation: Int }')
  const { operation } = (schema.getType('Item') as GraphQLObjectType).getFields()
  let inTurn = 0
  let most = 0
  let isDone = false
  operation.extensions = withFacts({ runs: usage })
  operation.resolve = () => {
    most = Math.max(most, ++inTurn)
    return Promise.resolve(1)
  }
  watchSchema(schema)
  const look = (): void => {
    inTurn = 0
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const session = { forField: () => session }
  const contextValue = {
    answer: new AnswerBudget(null, 1_000_000),
    session,
    fieldArguments: new DocumentArguments(null),
  }
  const rootValue = { items: Array.from({ length: count }, () => ({})) }
  const result = await executePrepared({ schema, document: parse('{ items { operation } }'), rootValue, contextValue })
  isDone = true
  expect(result).toEqual({ data: { items: rootValue.items.map(() => ({ operation: 1 })) } })
  expect(most).toBeGreaterThanOrEqual(100)
  expect(most).toBeLessThanOrEqual(bound)
})
