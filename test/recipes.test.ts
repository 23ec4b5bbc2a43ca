// The recipes of CONTRIBUTING.md against their examples: each has a diff in docs/recipes that applies to the tree as it
// is, and that touches no file which the recipe does not name, beside what is generated from declarations.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = 'docs/recipes'

interface Recipe {
  name: string
  /** in which NAME, SUBJECT and LANGUAGE stand for any word */
  paths: string[]
  /** its example, a path */
  diff: string | null
}

const recipes: Recipe[] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split('\n## ')
  .find((section) => section.startsWith('Recipes'))!
  .split('\n**')
  .slice(1)
  .map((part) => {
    const [name, text] = part.split('**')
    const quoted = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1])
    return {
      name,
      paths: quoted.filter((word) => /^[\w.-]+\/[\w./-]*$/.test(word) || /^[\w-]+\.(?:md|json)$/.test(word)),
      diff: text.match(/\]\((docs\/recipes\/[\w-]+\.diff)\)/)?.[1] ?? null,
    }
  })
const withDiff = recipes.flatMap(({ name, paths, diff }) => (diff === null ? [] : [{ name, paths, diff }]))

function filesOf(diff: string): string[] {
  const heads = readFileSync(join(ROOT, diff), 'utf8').matchAll(/^diff --git a\/(\S+) b\/(\S+)$/gm)
  return [...new Set([...heads].flatMap(([, from, to]) => [from, to]))]
}

function isNamed(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => {
    const escaped = path.replaceAll('.', '\\.').replace(/NAME|SUBJECT|LANGUAGE/g, '[\\w-]+')
    return new RegExp(path.endsWith('/') ? `^${escaped}` : `^${escaped}$`).test(file)
  })
}

test('every example is that of one recipe', () => {
  const names = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`)
  expect(names.length).toBeGreaterThan(0)
  expect(withDiff.map(({ diff }) => diff).toSorted()).toEqual(names.toSorted())
})

test('the recipe for a kind of job names every place where the compiler asks for one', () => {
  const { paths } = recipes.find(({ name }) => name === 'A kind of job')!
  const tables = ['src', 'test/support']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/web/'))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      // a table with a line for each kind: every one has `arrivals`, `export` or `picture`
      return (
        /RouteJobs|FileJobs|PictureJobs|RouteThreadJobs|MapDrawing|runIn|\bJobs\b/.test(text) &&
        /^ +(arrivals|export|picture|async picture)(:| ?\()/m.test(text)
      )
    })
  expect(tables.filter((file) => !paths.includes(file))).toEqual([])
  expect(tables).toContain('src/regions/region-area.ts')
})

test('every path that a recipe names is there', () => {
  expect(recipes.length).toBeGreaterThan(8)
  const missing = recipes.flatMap(({ name, paths }) =>
    paths
      .map((path) => path.replace(/[^/]*(?:NAME|SUBJECT|LANGUAGE).*$/, ''))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${name}: ${path}`),
  )
  expect(missing).toEqual([])
})

test.each(withDiff)('$name: the recipe names every file that $diff touches', ({ paths, diff }) => {
  const files = filesOf(diff)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !isNamed(file, paths))).toEqual([])
})

test.each(withDiff)('$name: $diff applies to the tree', ({ diff }) => {
  const check = () => execFileSync('git', ['apply', '--check', diff], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
  expect(check, 'follow the recipe again, and write the example with `git diff -U1`').not.toThrow()
})
