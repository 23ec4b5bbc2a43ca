// The documentation as far as a machine can read it: links lead somewhere, every page is listed, what code cites
// exists, and pages that are made from declarations are up to date (`npm run codegen`).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { printedArchitecture, printedConfiguration, printedContract } from '../codegen.ts'
import { RESOLVERS } from '../rest-compat/routes.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

const code = [...['src', 'schema', 'resolvers', 'rest-compat', 'db', 'test'].flatMap(sources), 'codegen.ts']

describe('the documentation', () => {
  test.each(pages)('%s links only to files that exist', (page) => {
    const dead = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|src="([^"]+)"/g)]
      .map(([, link, image]) => link ?? image)
      .filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(ROOT, dirname(page), link)))
    expect(dead).toEqual([])
  })

  test('docs/README.md lists every page under docs', () => {
    const index = read('docs/README.md')
    const missing = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    expect(missing.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
  })

  test('README.md has at most 150 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151)
  })

  test('docs/configuration.md is made from the table of variables', () => {
    expect(read('docs/configuration.md')).toBe(printedConfiguration())
  })

  test('docs/contract.md is made from the register of operations', () => {
    expect(read('docs/contract.md')).toBe(printedContract())
  })

  test('the layers in ARCHITECTURE.md are those that the layout test enforces', () => {
    expect(read('ARCHITECTURE.md')).toBe(printedArchitecture())
  })

  test('a price that the input decides is explained in words', () => {
    const silent = RESOLVERS.filter(
      ({ credits, creditsRule }) => (typeof credits === 'function') !== (creditsRule !== undefined),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  test('every decision that code cites has its section in docs/decisions.md', () => {
    const known = new Set([...read('docs/decisions.md').matchAll(/^## (D\d+) /gm)].map(([, name]) => name))
    const cited = code.flatMap((file) =>
      [...read(file).matchAll(/(?:\b[Dd]ecisions? |decisions\.md, )(D\d+)/g)].map(([, name]) => ({ file, name })),
    )
    expect(cited.length).toBeGreaterThan(30)
    expect(cited.filter(({ name }) => !known.has(name))).toEqual([])
  })

  test('code cites no document that is outside the project', () => {
    const outside = code
      .filter((file) => file !== 'test/docs.test.ts')
      .flatMap((file) =>
        [
          ...read(file).matchAll(
            /\binterface(?:\.md)? \d|\binterface,? sections? \d|[Ss]ections? \d+[^.\n]{0,30}of the interface/g,
          ),
        ].map(([text]) => `${file}: ${text}`),
      )
    expect(outside).toEqual([])
  })
})

test('every promise of SECURITY.md in a table names what holds it, and every test named there exists', () => {
  const text = read('SECURITY.md')
  const named = [...text.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, path]) => path)
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const tables = text.split('\n\n').filter((block) => /^\|.*\| held by \|$/m.test(block.split('\n')[0]))
  expect(tables.length).toBeGreaterThan(3)
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(2))
  expect(rows.filter((row) => !/`(test\/[\w/.-]+|npm run attack)`[^|]*\|$/.test(row))).toEqual([])
})
