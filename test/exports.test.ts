// Every exported function, class and constant is used by another file; what only its own file uses is not exported, and
// what nothing uses is not there. Types may be exported for the signatures that name them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = [
  'codegen.ts',
  'clients',
  'db',
  'examples',
  'resolvers',
  'rest-compat',
  'schema',
  'src',
  'test',
  'vitest.config.ts',
]
const EXPORTED = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|let|enum) ([A-Za-z_$][\w$]*)/gm
const ALLOWED: Record<string, string> = {
  'test/clients/typescript/package.test.ts isMine': 'text of a file that the test writes',
}

function filesBelow(path: string): string[] {
  if (/\.(ts|tsx|mjs|js)$/.test(path)) return [path]
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) =>
    entry.name === 'node_modules' || entry.name === 'generated' || entry.name.startsWith('.')
      ? []
      : entry.isDirectory() || /\.(ts|tsx|mjs|js)$/.test(entry.name)
        ? filesBelow(`${path}/${entry.name}`)
        : [],
  )
}

const files = FOLDERS.flatMap(filesBelow).map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, words: new Set(text.match(/[A-Za-z_$][\w$]*/g)) }
})

test('every exported value is used by another file', () => {
  const users = new Map<string, number>()
  for (const { words } of files) for (const word of words) users.set(word, (users.get(word) ?? 0) + 1)
  const alone = files
    // the client is used by others
    .filter(({ path }) => !path.startsWith('clients/typescript/src/') && !path.startsWith('test/exports'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)].filter(([, name]) => users.get(name) === 1).map(([, name]) => `${path} ${name}`),
    )
    .filter((found) => !(found in ALLOWED))
  expect(files.length).toBeGreaterThan(1000)
  expect(alone).toEqual([])
})
