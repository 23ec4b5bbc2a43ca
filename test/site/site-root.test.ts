import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp()
})
afterAll(() => app.close())

test('the bare address of the API leads a browser to its pages, and tells a program that nothing is there', async () => {
  const page = await fetch(`${app.api}/`, { headers: { accept: 'text/html,*/*' } })
  expect(page.status).toBe(200)
  const links = [...(await page.text()).matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address)
  const own = ['graphql', 'rest', 'openapi.json', 'licences'].map((path) => `${app.api}/${path}`)
  expect(links.toSorted()).toEqual([...own, `${app.site}/`].toSorted())
  const program = await fetch(`${app.api}/`)
  expect(program.status).toBe(404)
  expect(await program.text()).toContain('There is nothing at this path of the api host.')
})
