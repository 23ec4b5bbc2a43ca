// Clients as docs/graphql.md sets them up, over HTTP: urql by GET is answered 304 where it has the answer; Apollo Client
// goes on without hashes, and keeps what was answered beside an error.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gql } from '@apollo/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docBlocks } from '../../support/doc-blocks.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PLACE = '{ place(by: {osm: {type: NODE, id: 2}}) { id name } }'

let app: FakeApp
let folder: string
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
  folder = mkdtempSync(join(tmpdir(), 'waypost-clients-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The module that a page shows under a heading. */
async function moduleOf(heading: string): Promise<any> {
  const file = join(folder, `${heading.replaceAll(' ', '-')}.mts`)
  writeFileSync(file, docBlocks('docs/graphql.md', heading, 'ts')[0])
  return import(file)
}

/** Keeps answers by their tags, as a browser does. */
function keepingFetch(): { fetch: typeof fetch; statuses: number[] } {
  const kept = new Map<string, { tag: string; text: string }>()
  const statuses: number[] = []
  return {
    statuses,
    fetch: async (url, init) => {
      const known = kept.get(String(url))
      const headers = { ...(init?.headers as object), ...(known && { 'if-none-match': known.tag }) }
      const answer = await fetch(url, { ...init, headers })
      statuses.push(answer.status)
      const text = answer.status === 304 ? known!.text : await answer.text()
      const tag = answer.headers.get('etag')
      if (tag !== null) kept.set(String(url), { tag, text })
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
  }
}

test('urql by GET is answered 304 the second time, and gives the same', async () => {
  const { fetch, statuses } = keepingFetch()
  const client = (await moduleOf('urql')).openClient(`${app.api}/graphql`, fetch)
  const ask = () => client.query(PLACE, {}, { requestPolicy: 'network-only' }).toPromise()
  const [first, second] = [await ask(), await ask()]
  expect(first.error).toBeUndefined()
  expect(first.data.place.id).toMatch(/^\w+$/)
  expect(second.data).toEqual(first.data)
  expect(statuses).toEqual([200, 304])
})

test('Apollo Client is declined a hash, sends the text, and has what was answered beside an error', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const client = (await moduleOf('Apollo Client')).openClient(`${app.api}/graphql`, sha256)
  const query = gql`
    {
      place(by: { osm: { type: NODE, id: 2 } }) {
        id
      }
      trail(by: { osmRelation: 404404404 }) {
        id
      }
    }
  `
  const { data, error } = await client.query({ query, errorPolicy: 'all' })
  expect(data).toMatchObject({ place: { id: expect.any(String) }, trail: null })
  expect(error.errors).toMatchObject([{ path: ['trail'], extensions: { code: 'NOT_FOUND' } }])
  await expect(client.query({ query, fetchPolicy: 'network-only' })).rejects.toThrow()
  client.stop()
})
