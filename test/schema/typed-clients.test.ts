// Types that clients make of the printed schema, as docs/graphql.md sets them up: what is null only beside an error is
// never null for one that throws, and what may be unknown stays null.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSchemaFile, strictSchema } from '../../schema/served-schema.ts'
import { docBlocks } from '../support/doc-blocks.ts'
import { hasGraphqlTools, runGraphqlTool } from '../support/graphql-tools.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = 'docs/graphql.md'
/** `Answer` is what the client gives. */
const CHECKS = `
declare const answer: Answer
export const lists: readonly { readonly id: string }[] = answer.trail.places.nodes
export const known: string | null | undefined = answer.trail.name
// @ts-expect-error: null where the map has no name
export const name: string = answer.trail.name
`
const DOCUMENT = docBlocks(PAGE, 'Relay', 'ts')[0]
  .match(/graphql`([\s\S]*)`/)![1]
  .replace('@throwOnFieldError ', '')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-typed-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['gql.tada', '@0no-co', '@gql.tada', 'graphql'])
    symlinkSync(join(ROOT, 'test/graphql-tools/node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'schema.graphql'), readSchemaFile())
  writeFileSync(join(folder, 'strict.graphql'), strictSchema(readSchemaFile()))
  writeFileSync(join(folder, 'documents.graphql'), DOCUMENT)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

/** What the compiler has against a file. */
async function compile(file: string): Promise<string> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [], skipLibCheck: true },
    allowImportingTsExtensions: true,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout, stderr } = await runGraphqlTool(join(ROOT, 'node_modules/typescript/bin/tsc'), ['-p', folder])
  return stdout + stderr
}

describe.skipIf(!hasGraphqlTools)('typed (needs `npm ci --prefix test/graphql-tools`)', () => {
  test('by Relay', async () => {
    write('relay.config.json', docBlocks(PAGE, 'Relay', 'json')[0])
    write('trail.ts', docBlocks(PAGE, 'Relay', 'ts')[0])
    const { status, stdout, stderr } = await runGraphqlTool(
      'node_modules/relay-compiler/cli.js',
      ['relay.config.json'],
      folder,
    )
    expect([status, stderr], stdout).toEqual([0, ''])
    // its artifacts are checked by their types alone: the compiler leaves `@ts-nocheck` in them
    const types = /export type trailQuery\$data = \{[\s\S]*?^\};/m.exec(
      readFileSync(join(folder, '__generated__/trailQuery.graphql.ts'), 'utf8'),
    )![0]
    write('by-relay.ts', `${types}\ntype Answer = trailQuery$data\n${CHECKS}`)
    expect(await compile('by-relay.ts')).toBe('')
  })

  test('by GraphQL Code Generator', async () => {
    write('codegen.json', docBlocks(PAGE, 'GraphQL Code Generator', 'json')[0])
    const { status, stderr } = await runGraphqlTool('codegen.mjs', ['codegen.json'], folder)
    expect([status, stderr]).toEqual([0, ''])
    write('by-codegen.ts', `import type { TrailQueryQuery as Answer } from './generated.ts'\n${CHECKS}`)
    expect(await compile('by-codegen.ts')).toBe('')
  })

  test('by gql.tada over the strict schema', async () => {
    write('tsconfig.json', docBlocks(PAGE, 'gql.tada', 'json')[0])
    const { status, stdout } = await runGraphqlTool('node_modules/gql.tada/bin/cli.js', ['generate-output'], folder)
    expect(status, stdout).toBe(0)
    write(
      'by-tada.ts',
      `import { initGraphQLTada, type ResultOf } from 'gql.tada'
import type { introspection } from './graphql-env.js'
const graphql = initGraphQLTada<{ introspection: introspection; scalars: { OsmId: number } }>()
const document = graphql(\`${DOCUMENT}\`)
type Answer = ResultOf<typeof document>
${CHECKS}`,
    )
    expect(await compile('by-tada.ts')).toBe('')
  })
})
