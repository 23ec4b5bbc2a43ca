// The documentation as far as a machine can read it: links lead somewhere, every page is listed, what code cites
// exists, and pages that are made from declarations are up to date (`npm run codegen`).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { printedArchitecture, printedConfiguration, printedContract } from '../codegen.ts'
import { OPERATIONS } from '../rest-compat/routes.ts'
import { printedReport } from './bench/report.ts'
import { POLICY_TESTS, PROMISES } from './support/promises.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const pages = ['.', 'docs', 'docs/decisions', 'docs/formats', 'test', 'test/bench/notes'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

const DECISIONS = readdirSync(join(ROOT, 'docs/decisions'))
  .map((name) => name.replace('.md', ''))
  .filter((name) => name !== 'README')

/** Names in `decision: dates`, `decisions: layouts, time`, and "decisions" or "decision" before names in backticks. */
function citedDecisions(text: string): string[] {
  const lists = text.matchAll(
    /\bdecisions?(?:: ([a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*)(?=[);.])| ((?:`[a-z0-9-]+`(?:, | and )?)+))/gi,
  )
  return [...lists].flatMap(([, plain, quoted]) => (plain ?? quoted).match(/[a-z0-9-]+(?=[,`]|$)/g) ?? [])
}

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
    const isOfFolder = (page: string) => /^docs\/decisions\/(?!README)/.test(page)
    expect(missing.filter((page) => !isOfFolder(page) && !index.includes(`](${page.slice('docs/'.length)})`))).toEqual(
      [],
    )
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

  test('BENCHMARKS.md is made from the results (npm run bench -- report), and has at most 13 KB', () => {
    expect(read('BENCHMARKS.md')).toBe(printedReport())
    expect(read('BENCHMARKS.md').length).toBeLessThanOrEqual(13_000)
  })

  test('a price that the input decides is explained in words', () => {
    const silent = OPERATIONS.filter(
      ({ credits, creditsRule }) => (typeof credits === 'function') !== (creditsRule !== undefined),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  test('every decision that code or a page cites has its page in docs/decisions', () => {
    const known = new Set(DECISIONS)
    const cited = [...code, ...pages].flatMap((file) => citedDecisions(read(file)).map((name) => ({ file, name })))
    expect(new Set(cited.map(({ name }) => name)).size).toBeGreaterThan(20)
    expect(cited.filter(({ name }) => !known.has(name))).toEqual([])
  })

  test('a decision is cited by its name, not by a number', () => {
    const numbered = code.flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? D\d+|decisions\.md/gi)].map(([text]) => ({ file, text })),
    )
    expect(numbered.filter(({ file }) => file !== 'test/docs.test.ts')).toEqual([])
  })

  test.each(DECISIONS)('docs/decisions/%s.md has a status, a context and a rule, and is in the index', (name) => {
    const sections = /^# .+\n\nStatus: \w.*\n\n## Context\n\n\S.*\n\n## Rule\n\n\S/s
    expect(sections.test(read(`docs/decisions/${name}.md`))).toBe(true)
    expect(read('docs/decisions/README.md')).toContain(`| [${name}](${name}.md) |`)
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

describe('limits and resilience', () => {
  const firstCells = ['docs/limits.md', 'docs/resilience.md'].flatMap((page) =>
    [...read(page).matchAll(/^\| (?!---|limit |what fails )([^|]+) \|/gm)].map(([, cell]) => cell),
  )

  test('each row is verified by a test, an attack or a command, and each entry has its row', () => {
    expect(firstCells.length).toBeGreaterThan(50)
    expect(Object.keys(PROMISES).toSorted()).toEqual([...new Set(firstCells)].toSorted())
    const named = [...Object.values(PROMISES).flat(), ...POLICY_TESTS]
    expect(named.filter((path) => !path.startsWith('npm run ') && !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('each variable in docs/limits.md is one of the service', () => {
    const text = read('docs/limits.md')
    const variables = [...text.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name)
    const known = read('docs/configuration.md')
    expect(variables.filter((name) => !known.includes(`\`${name}\``))).toEqual([])
  })
})
