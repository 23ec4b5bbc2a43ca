// What `@cost` and `@listSize` say of a document, by the rule that is published with them, is never below what
// `@dryRun` says of it.

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appliedTo } from '../../../schema/plugin/applied-directives.ts'
import { askGraphql } from '../../operations/transports.ts'
import { caseCount } from '../../support/case-count.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'
import { type Requested, randomDocument } from '../../support/random-documents.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

/** Weights of fields, each as often as the lists that it is in have elements; of several types the most expensive. */
function costOf({ field, text, inside }: Requested): number {
  const { cost, listSize } = appliedTo(field)
  const sent = new Map(Array.from(text.matchAll(/\b(\w+): (\d+)\b/g), ([, name, value]) => [name, Number(value)]))
  const sizes = (listSize?.slicingArguments ?? []).flatMap((name) => {
    const size = sent.get(name) ?? field.args.find((arg) => arg.name === name)?.defaultValue
    return typeof size === 'number' ? [size] : []
  })
  const size = listSize === undefined ? 1 : sizes.length > 0 ? Math.max(...sizes) : (listSize.assumedSize ?? 1)
  const timesOf = ({ field: { name } }: Requested) =>
    listSize?.sizedFields === undefined || listSize.sizedFields.includes(name) ? size : 1
  const below = [...inside.values()].map((fields) => fields.reduce((sum, one) => sum + timesOf(one) * costOf(one), 0))
  return Number(cost?.weight ?? 0) + Math.max(0, ...below)
}

test('the figure by directives is never below what a document would reserve', async () => {
  let most = 0
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (dice) => {
      const { query, requested } = randomDocument(() => dice.next().value as number)
      const { cost } = await askGraphql(app, `query @dryRun ${query}`)
      // one that selects too much is refused
      fc.pre(cost !== undefined)
      most = Math.max(most, cost.reserved)
      expect(
        requested.reduce((sum, one) => sum + costOf(one), 0),
        query,
      ).toBeGreaterThanOrEqual(cost.reserved)
    }),
    { numRuns: caseCount(300, 3000) },
  )
  expect(most).toBeGreaterThan(20)
})
