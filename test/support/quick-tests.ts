// `npm run test:quick` leaves out each test file that starts programs: servers, commands, a browser. Whether it does is
// read from its imports, and from those of the files in test that it imports.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STARTERS = ['node:child_process', 'playwright-core']
/** They start programs, too, but in milliseconds or once for all files. */
const LET_THROUGH = ['test/support/ask-git.ts', 'test/support/prepared-regions.ts']
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g

type ReadText = (file: string) => string
const textOf: ReadText = (file) => readFileSync(join(ROOT, file), 'utf8')

/** Of the files that a configuration of vitest names, those that start programs. */
export function filesThatStartPrograms({ include, exclude }: { include: string[]; exclude: string[] }): string[] {
  return testFiles({ include, exclude }).filter((file) => startsPrograms(file))
}

export function testFiles({ include, exclude }: { include: string[]; exclude: string[] }): string[] {
  return globSync(include, { cwd: ROOT, exclude }).sort()
}

export function startsPrograms(file: string, read: ReadText = textOf, seen = new Set<string>()): boolean {
  if (seen.has(file) || LET_THROUGH.includes(file)) return false
  seen.add(file)
  return importsOf(file, read(file)).some(
    (target) => STARTERS.includes(target) || (isTestCode(target) && startsPrograms(target, read, seen)),
  )
}

const isTestCode = (target: string): boolean =>
  target.startsWith('test/') && target.endsWith('.ts') && existsSync(join(ROOT, target))

function importsOf(file: string, text: string): string[] {
  return [STATIC, DYNAMIC]
    .flatMap((pattern) => [...text.matchAll(pattern)].map((found) => found[1]))
    .map((source) => (source.startsWith('.') ? normalize(join(dirname(file), source)) : source))
}
