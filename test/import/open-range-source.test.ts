import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRangeSource } from '../../src/import/open-range-source.ts'

describe('redirects of the address of a basemap', () => {
  const servers: Server[] = []
  const requested: string[] = []
  let home = ''
  let other = ''
  const serve = async (name: string): Promise<string> => {
    const server = createServer((request, response) => {
      requested.push(`${name} ${request.url}`)
      const { pathname, searchParams } = new URL(request.url!, 'http://x')
      if (pathname === '/file') return response.writeHead(206).end('0123')
      response.writeHead(Number(pathname.slice(1)), { location: searchParams.get('to') ?? '/302' }).end()
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  beforeAll(async () => {
    home = await serve('home')
    other = await serve('other')
  })
  afterAll(() => servers.forEach((server) => server.close()))
  const read = async (status: number, to: string) => {
    requested.length = 0
    const { source } = await openRangeSource(`${home}/${status}?to=${encodeURIComponent(to)}`, { retryMs: 1 })
    return Buffer.from((await source.getBytes(0, 4)).data).toString()
  }

  test.each([301, 302, 303, 307, 308])('%d on the same host is followed, also one after another', async (status) => {
    expect(await read(status, '/file')).toBe('0123')
    expect(await read(status, `${home}/${status}?to=%2Ffile`)).toBe('0123')
  })

  test.each([301, 302, 303, 307, 308])(
    '%d to another host is refused before anything is sent there',
    async (status) => {
      const words = /redirects to http:\/\/127\.0\.0\.1:\d+, which is not followed/
      await expect(read(status, `${other}/file`)).rejects.toMatchObject({
        ...{ code: 'invalid_input', message: expect.stringMatching(words) },
      })
      await expect(read(status, `/${status}?to=${encodeURIComponent(`${other}/file`)}`)).rejects.toThrow(words)
      expect(requested.filter((request) => request.startsWith('other'))).toEqual([])
    },
  )

  test('a circle ends', async () => {
    await expect(read(302, '/302')).rejects.toThrow(/answers 302|redirects/)
  })
})

test('a read that failed is done again when the same is read once more, one that did not is remembered', async () => {
  let isDown = true
  let requested = 0
  const server = createServer((_, response) => {
    requested++
    response.writeHead(isDown ? 503 : 206).end('0123')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { source } = await openRangeSource(`http://127.0.0.1:${port}/x.pmtiles`, { retryMs: 1 })
  await expect(source.getBytes(0, 4)).rejects.toThrow(/answers 503/)
  isDown = false
  const before = requested
  for (let i = 0; i < 3; i++) expect(Buffer.from((await source.getBytes(0, 4)).data).toString()).toBe('0123')
  expect(requested).toBe(before + 1)
  server.close()
})
