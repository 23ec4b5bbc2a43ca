// The package as it would be published: built, small, for browsers, and with types that a stranger's project compiles
// against.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtClient } from '../../support/built-client.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PACKAGE = join(ROOT, 'clients/typescript')
const MOST_BYTES = 6_000

let folder: string
let built: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-client-'))
  built = join(folder, 'node_modules/@waypost/client')
  for (const file of ['package.json', 'codegen/scalars.json'])
    cpSync(join(PACKAGE, file), join(built, file), { recursive: true })
  cpSync(await builtClient(), join(built, 'dist'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    platform: 'browser', // refuses what is Node's
    format: 'esm',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0].text
}

test('all of it weighs less than 6 KB with gzip, and half of it less than all', async () => {
  const all = gzipSync(await bundled(`export * from '@waypost/client'`)).length
  const graphql = gzipSync(await bundled(`export { createGraphql } from '@waypost/client'`)).length
  expect(all).toBeLessThan(MOST_BYTES)
  expect(graphql).toBeLessThan(all - 1000)
})

test('a project of its own compiles against its types, and mistakes are found', () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] },
      files: ['own.ts'],
    }),
  )
  writeFileSync(
    join(folder, 'own.ts'),
    `import { createClient, TripDocument, type Wire, WaypostError } from '@waypost/client'
const waypost = createClient({ apiUrl: 'http://localhost:4000' })
const route: Wire.WaypointRouteResult = await waypost.rest.waypointRoute({ waypoints: [[1, 2], [3, 4]], profile: 'hike' })
export const far: number = route.distance_m
const gpx: string = await waypost.rest.trailRelation({ relation_id: 1, format: 'gpx' })
export const picture: Blob = await waypost.rest.staticMap({ bbox: [1, 2, 3, 4] })
const { data } = await waypost.query(TripDocument, { input: { waypoints: [{ at: [1, 2] }] }, departure: gpx })
export const metres: number | undefined = data.route?.distanceM
export const isMine = (error: unknown) => error instanceof WaypostError && error.code === 'no_snap'
// @ts-expect-error: no such profile
await waypost.rest.waypointRoute({ waypoints: [[1, 2], [3, 4]], profile: 'swim' })
// @ts-expect-error: a point has two numbers
await waypost.rest.waypointRoute({ waypoints: [[1], [3, 4]] })
// @ts-expect-error: the route has no such field
export const wrong = data.route?.lengthM
// @ts-expect-error: a variable is missing
await waypost.query(TripDocument, { departure: gpx })
`,
  )
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const said = (() => {
    try {
      return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    } catch (error) {
      return String((error as { stdout: string }).stdout)
    }
  })()
  expect(said).toBe('')
})

test('the schema and the types of its scalars are beside it, for code generators', async () => {
  const { exports } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  const schema = readFileSync(join(built, exports['./schema.graphql']), 'utf8')
  const scalars = JSON.parse(readFileSync(join(built, exports['./scalars.json']), 'utf8'))
  const named = [...schema.matchAll(/^scalar (\w+)/gm)].map(([, name]) => name)
  expect(named.filter((name) => !(name in scalars))).toEqual([])
})
