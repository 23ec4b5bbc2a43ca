// The examples of the recipes, all on one copy of the tree: they compile, after codegen where it is generated, and have
// what the tests of declarations ask of them.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'waypost-recipes-'))
/** Without what the suite prepares for tests on regions and servers. */
const CONFIG = `export default { test: { include: ['test/**/*.test.ts'], pool: 'forks', isolate: false, testTimeout: 120_000,
  experimental: { viteModuleRunner: false, nodeLoader: false }, setupFiles: ['test/support/run-seed.ts'] } }`

beforeAll(() => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT })
  for (const file of listed.toString().split('\0').slice(0, -1))
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'recipes.config.ts'), CONFIG)
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test.each([
  ['are applied', 'git', ['apply', ...readdirSync(join(ROOT, 'docs/recipes')).map((name) => `docs/recipes/${name}`)]],
  ['generate', process.execPath, ['codegen.ts']],
  ['compile', process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1']],
  [
    'have what the tests of declarations ask',
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config=recipes.config.ts', 'test/catalog.test.ts'],
      ...['test/bounds.test.ts', 'test/language/catalogues.test.ts', 'test/travel', 'test/operations/bearing.test.ts'],
      ...['test/schema/each-operation-once.test.ts', 'test/schema/printed-schema.test.ts'],
    ],
  ],
])('all examples together %s', (_what, program, args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' })
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
})
