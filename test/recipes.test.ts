// The recipes of CONTRIBUTING.md against the commits that followed them: each touches no file that its recipe does not
// name, beside what is printed from declarations.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { askGit } from './support/ask-git.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PRINTED = [
  'schema/schema.graphql',
  'rest-compat/answer-schemas.json',
  'rest-compat/example-answers.json',
  'docs/contract.md',
  'docs/configuration.md',
  'clients/typescript/src/generated/',
  'src/web/documents/generated/',
  'test/documents/generated/',
]

interface Recipe {
  name: string
  text: string
  /** paths, in which NAME and SUBJECT stand for any word */
  paths: string[]
  /** subjects of the commits that followed it */
  commits: string[]
}

const recipes: Recipe[] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split('\n## ')
  .find((section) => section.startsWith('Recipes'))!
  .split('\n**')
  .slice(1)
  .map((part) => {
    const [name, text] = part.split('**')
    const quoted = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1])
    const [head] = text.split('\n1.')
    return {
      name,
      text,
      paths: quoted.filter((word) => /^[\w.-]+\/[\w./-]*$/.test(word) || /^[A-Z]+\.md$/.test(word)),
      commits: [...head.matchAll(/`([^`]+: [^`]+)`/g)].map((match) => match[1]),
    }
  })

function git(...args: string[]): string | null {
  try {
    return askGit(...args)
  } catch {
    return null
  }
}
const subjects = new Map(
  (git('log', '--format=%H %s') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
)

test('the recipes name an operation, a link, an access rule, a place kind and a travel setting with their commits', () => {
  expect(recipes.filter(({ commits }) => commits.length > 0).map(({ name }) => name)).toEqual([
    'An operation',
    'A link',
    'An access rule',
    'A place kind',
    'A travel setting',
  ])
})

test('every path that a recipe names is there', () => {
  expect(recipes.filter(({ paths }) => paths.length === 0).map(({ name }) => name)).toEqual([])
  for (const { name, paths } of recipes) {
    for (const path of paths) {
      const placeholder = path.search(/NAME|SUBJECT/)
      const real = placeholder < 0 ? path : path.slice(0, path.lastIndexOf('/', placeholder) + 1)
      expect(existsSync(join(ROOT, real)), `${name}: ${path}`).toBe(true)
    }
  }
})

// a copy without history has nothing to compare
const followed = recipes.flatMap(({ name, paths, commits }) =>
  commits.map((subject) => ({ name, paths, subject, commit: subjects.get(subject) })),
)
test.each(followed.filter(({ commit }) => commit !== undefined))(
  '$name: `$subject` touches what it names',
  (recipe) => {
    const touched = git('show', '--format=', '--name-only', recipe.commit!)!.split('\n').filter(Boolean)
    expect(touched.length).toBeGreaterThan(1)
    const named = [...recipe.paths.map(asPattern), ...PRINTED.map((path) => new RegExp(`^${path}`))]
    // what has moved since has another name in the recipe
    const isThere = (file: string) => existsSync(join(ROOT, file))
    expect(touched.filter((file) => isThere(file) && !named.some((pattern) => pattern.test(file)))).toEqual([])
  },
)

test('every commit that a recipe names is in the history, where there is a whole one', () => {
  const isWhole = git('rev-parse', '--is-shallow-repository')?.trim() === 'false'
  const missing = followed.filter(({ commit }) => commit === undefined).map(({ subject }) => subject)
  expect(isWhole ? missing : []).toEqual([])
})

function asPattern(path: string): RegExp {
  const escaped = path.replaceAll('.', '\\.').replace(/NAME|SUBJECT/g, '[\\w-]+')
  return new RegExp(path.endsWith('/') ? `^${escaped}` : `^${escaped}$`)
}
