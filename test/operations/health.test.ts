import { afterEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

let app: FakeApp
afterEach(() => app.close())

describe('health', () => {
  test('is the text ok, whatever is published', async () => {
    app = await startFakeApp({ release: null })
    const answer = await fetch(`${app.api}/healthz`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'ok',
    ])
  })
})
