// The package as it would be published: built, small, for browsers, and with types that a stranger's project compiles
// against.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackedClient, packedClient } from '../../support/packed-client.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MOST_BYTES = 7_000

let folder: string
let built: string
let packed: PackedClient
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-client-'))
  built = join(folder, 'node_modules/@waypost/client')
  packed = await packedClient()
  cpSync(packed.folder, built, { recursive: true })
  for (const name of ['@graphql-typed-document-node', 'graphql'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whose types nothing here needs. */
const load = (name: string): Promise<any> => import(name)

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

test('all of it weighs less than 7 KB with gzip, and half of it less than all', async () => {
  const all = gzipSync(await bundled(`export * from '@waypost/client'`)).length
  const graphql = gzipSync(await bundled(`export { createGraphql } from '@waypost/client'`)).length
  expect(all).toBeLessThan(MOST_BYTES)
  expect(graphql).toBeLessThan(all - 1000)
})

test('holds what a user needs, the licence among it, and nothing of the tests or sources', () => {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js']))
  expect(files.filter((file) => /(^|\/)(src|test|node_modules)\/|(?<!\.d)\.ts$/.test(file))).toEqual([])
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    license: 'MIT',
    repository: { type: 'git', directory: 'clients/typescript' },
    publishConfig: { access: 'public' },
  })
})

test('publint finds nothing to say of it', async () => {
  const { publint } = await load('publint')
  const { messages } = await publint({ pkgDir: built, strict: true, pack: false })
  expect(messages).toEqual([])
})

test('its types resolve as its code does, for all who import it as a module', async () => {
  const { checkPackage, createPackageFromTarballData } = await load(
    // by its file: while developing, its name leads to TypeScript
    join(ROOT, 'node_modules/@arethetypeswrong/core/dist/index.js'),
  )
  const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball))))
  const found = (
    problems as { kind: string; entrypoint?: string; resolutionKind?: string; resolutionOption?: string }[]
  )
    // what nobody imports: a text for code generators
    .filter(({ entrypoint }) => entrypoint !== './schema.graphql')
    // a module alone: Node.js from 20.19 on gives it to `require`, too
    .filter(({ kind }) => kind !== 'CJSResolvesToESM')
    // the oldest way knows the main entry and no other
    .filter(({ entrypoint, resolutionKind = '', resolutionOption = '' }) =>
      entrypoint === '.' ? true : resolutionKind !== 'node10' && resolutionOption !== 'node10',
    )
  expect(found).toEqual([])
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
export const metres: number | undefined = data.route?.lengthM
export const isMine = (error: unknown) => error instanceof WaypostError && error.code === 'no_snap'
// @ts-expect-error: no such profile
await waypost.rest.waypointRoute({ waypoints: [[1, 2], [3, 4]], profile: 'swim' })
// @ts-expect-error: a point has two numbers
await waypost.rest.waypointRoute({ waypoints: [[1], [3, 4]] })
// @ts-expect-error: the route has no such field
export const wrong = data.route?.distanceM
// @ts-expect-error: a variable is missing
await waypost.query(TripDocument, { departure: gpx })
// @ts-expect-error: all variables are missing
await waypost.query(TripDocument)
// @ts-expect-error: no document
await waypost.query(5)
// @ts-expect-error: no document
await waypost.query({ query: '{ a }' })
// @ts-expect-error: no document
await waypost.stream(['{ a }'])

const kinds: 'hut' | 'peak' = 'hut'
const [place] = (await waypost.rest.reverse({ lat: 42, lon: 1 })).features
if (place.kind === kinds) console.log(place.name)
// @ts-expect-error: no kind of place
if (place.kind === 'dragon') console.log(place.name)

import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { DocumentNode } from 'graphql'
declare const typed: TypedDocumentNode<{ a: number }, { id: string }>
declare const open: TypedDocumentNode<{ a: number }, { id?: string }>
declare const none: TypedDocumentNode<{ a: number }, { [key: string]: never }>
declare const untyped: DocumentNode
console.log((await waypost.query(typed, { id: 'x' })).data.a.toFixed())
await waypost.query(open)
await waypost.query(none)
await waypost.query(untyped, { anything: 1 })
await waypost.query('{ a }')
await waypost.query('{ a }', { anything: 1 }, { signal: AbortSignal.timeout(5) })
for await (const { data } of waypost.subscribe(typed, { id: 'x' })) console.log(data.a.toFixed())
// @ts-expect-error: a variable is missing
await waypost.query(typed)
// @ts-expect-error: a variable is missing
await waypost.query(typed, {})
// @ts-expect-error: of another type
await waypost.query(typed, { id: 5 })
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
