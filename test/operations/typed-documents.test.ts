import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HeightsDocument, RouteDocument, type TypedDocumentString } from '../documents/generated/graphql.ts'
import { type FakeApp, postJson, startFakeApp } from '../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp()
})
afterAll(() => app.close())

/** Variables and answer have the types that codegen made from the document. */
async function ask<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const { body } = await postJson(`${app.api}/graphql`, { query: document.toString(), variables })
  expect(body.errors).toBeUndefined()
  return body.data as Result
}

describe('typed documents', () => {
  test('the answers have the types that the schema promises', async () => {
    const { route } = await ask(RouteDocument, {
      input: {
        waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.5] }],
        settings: { mode: 'HIKE' },
      },
    })
    const heights: (number | null)[] = route!.line.coordinates!.map(([, , heightM]) => heightM)
    expect(heights).toEqual([1200.5, null])
    const { points } = await ask(HeightsDocument, { at: [[1.5, 42.5]] })
    const heightM: number | null = points![0].elevation!.heightM
    expect(heightM).toBe(101.5)
  })
})
