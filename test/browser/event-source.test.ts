// A subscription as a browser's own EventSource reads it: the first state, and after the stream has ended it comes back
// by itself with the last id, so that the same state does not come twice.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTE, type World, conditions, startWorld } from '../schema/http/subscriptions/world.ts'
import { FAKE_RELEASE } from '../support/fake-services.ts'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'

interface Heard {
  id: string
  distanceM: number
}

describe.skipIf(!hasChromium)('EventSource (needs Chromium)', () => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await startWorld({ parts: { graphql: { subscriptions: { lifetimeMs: 100 } } } })
    open = await openPage()
  })
  afterAll(async () => {
    await open?.close()
    await world?.app.close()
  })

  test('reads the events, and comes back for what it does not know yet', async () => {
    const { page } = open
    const { api, ops } = world.app
    await page.goto(`${api}/healthz`) // a page without rules of its own
    await page.evaluate(
      (address) => {
        const heard: Heard[] = ((window as unknown as { heard: Heard[] }).heard = [])
        const source = new EventSource(address)
        source.addEventListener('next', ({ lastEventId: id, data }) =>
          heard.push({ id, distanceM: JSON.parse(data).data.conditions.course.lengthM }),
        )
      },
      `${api}/graphql?query=${encodeURIComponent(conditions(ROUTE))}`,
    )
    const heard = (): Promise<Heard[]> => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
    const ended = async () =>
      Number(/ended_total{reason="lifetime"} (\d+)/.exec(await (await fetch(`${ops}/metrics`)).text())?.[1])
    await expect.poll(ended).toBeGreaterThan(1)
    await expect.poll(async () => (await heard()).map(({ distanceM }) => distanceM)).toEqual([1000])
    world.distanceM = 2000
    world.release = { ...FAKE_RELEASE, id: 'other' }
    await expect.poll(async () => (await heard()).length).toBe(2)
    const [first, second] = await heard()
    expect([second.distanceM, second.id === first.id]).toEqual([2000, false])
  })
})
