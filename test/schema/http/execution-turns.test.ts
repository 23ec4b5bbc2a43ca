// An answer of many values is made in several turns of the event loop, and is the same as one made in a single turn.

import { buildSchema, defaultFieldResolver, execute, isObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { AnswerBudget } from '../../../schema/http/answer-budget.ts'
import { executeDocument } from '../../../schema/http/execute-document.ts'
import { watchFields } from '../../../schema/http/watch-fields.ts'

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
watchFields(watched)

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
  const result = await executeDocument(
    { schema: watched, document, rootValue: { items }, contextValue: { answer, session, held: null } },
    { signal: new AbortController().signal, inParts: false, hideSuggestions: false },
  )
  isDone = true
  look()
  expect(most).toBeLessThanOrEqual(MOST_FIELDS)
  expect(result).toEqual(await execute({ schema: plain, document, rootValue: { items } }))
})
