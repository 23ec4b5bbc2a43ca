// `npm run test:quick` and what it leaves out: together the whole suite, and distinguished by what the files do.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import whole from '../vitest.config.ts'
import quick from './quick.config.ts'
import { FIRST } from './support/longest-first.ts'
import { filesThatStartPrograms, startsPrograms, testFiles } from './support/quick-tests.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const filesOf = ({ test: { include, exclude } = {} }: typeof whole): string[] =>
  testFiles({ include: include!, exclude: exclude! })
const all = filesOf(whole)
const inQuick = filesOf(quick)
const leftOut = filesThatStartPrograms({ include: whole.test!.include!, exclude: whole.test!.exclude! })

test('a test file is quick or starts programs, none is both, none is neither', () => {
  expect(inQuick.filter((file) => leftOut.includes(file))).toEqual([])
  expect([...inQuick, ...leftOut].sort()).toEqual(all)
  expect(inQuick.length).toBeGreaterThan(5 * leftOut.length - 100)
  expect(leftOut.length).toBeGreaterThan(40)
})

test('those that a whole run starts first are there', () => {
  expect(FIRST.filter((name) => !all.includes(name.slice(1)))).toEqual([])
})

test('the quick run differs from the whole one in nothing but its files', () => {
  expect({ ...quick.test, exclude: null }).toEqual({ ...whole.test, exclude: null })
})

test('files that call for a server, a browser or a command are left out', () => {
  // the words of their own text, where the rule reads their imports
  const calls = /\b(?:spawn|spawnSync|execFile|execFileSync|fork|startRealServer|sharedServer|openPage|openExplorer)\(/
  const callers = all.filter((file) => calls.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(callers.length).toBeGreaterThan(30)
  expect(callers.filter((file) => inQuick.includes(file) && file !== 'test/quick-tests.test.ts')).toEqual([])
})

test.each([
  ["import { spawn } from 'node:child_process'", true],
  ["import { spawn, type ChildProcess } from 'node:child_process'", true],
  ["import type { ChildProcess } from 'node:child_process'", false],
  ["import {\n  openPage,\n} from './support/open-browser.ts'", true],
  ["const { openPage } = await import('./support/open-browser.ts')", true],
  ["export { sharedServer } from './support/shared-server.ts'", true],
  ["import { askGit } from './support/ask-git.ts'", false],
  ["import { releaseOf } from './support/prepared-regions.ts'", false],
  ["import { startRealServer } from './support/real-server.ts'", true],
  ["import { startFakeApp } from './support/fake-services.ts'", false],
])('%j starts programs: %s', (text, expected) => {
  const read = (file: string) => (file === 'test/x.test.ts' ? text : readFileSync(join(ROOT, file), 'utf8'))
  expect(startsPrograms('test/x.test.ts', read)).toBe(expected)
})
