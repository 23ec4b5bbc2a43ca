// examples/deploy/update-region.sh as a timer runs it, against a web server that has the extract and its checksum.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { writeSampleHeights, writeSampleMap } from '../import/sample-input.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'waypost-update-'))
const heights = writeSampleHeights(folder)
let served = readFileSync(writeSampleMap(folder))
/** sent instead of the whole file */
let cut: Buffer | null = null
let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/net.osm.pbf') response.end(cut ?? served)
    else if (request.url === '/net.osm.pbf.md5')
      response.end(`${createHash('md5').update(served).digest('hex')}  net-260101.osm.pbf\n`)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Runs the script with npm's Node first in PATH, as npm itself would. */
async function update(file = 'net.osm.pbf') {
  const child = spawn('examples/deploy/update-region.sh', [`${url}/${file}`, 'net', heights], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, said }
}

function live() {
  const store = openReleaseStore(join(folder, 'data'), { keep: 5 })
  const id = store.findLive()?.id
  store.close()
  return id
}

test('a new extract is imported, the same one only once, a damaged one never', async () => {
  const first = await update()
  expect(first, first.said).toMatchObject({ status: 0 })
  const imported = live()
  expect(imported).toMatch(/^net-/)

  expect(await update()).toEqual({ status: 0, said: 'net is up to date\n' })

  served = readFileSync(writeSampleMap(folder, 'newer.osm.pbf', { writingProgram: 'newer' }))
  cut = served.subarray(0, served.length - 100)
  const damaged = await update()
  expect(damaged.status).not.toBe(0)
  expect(damaged.said).toMatch('not the one of net.osm.pbf.md5')
  expect(live()).toBe(imported)

  cut = null
  expect(await update()).toMatchObject({ status: 0 })
  expect(live()).not.toBe(imported)
})

test('an extract that is not there changes nothing and is said', async () => {
  const before = live()
  const { status, said } = await update('elsewhere.osm.pbf')
  expect(status).not.toBe(0)
  expect(said).toMatch('404')
  expect(live()).toBe(before)
})
