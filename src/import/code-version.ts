// Which program this is: equal only where every source file, the versions of what it depends on and that of Node.js
// are, so that files made by another one are never taken for its own.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** What an import may run. */
const FOLDERS = ['src', 'db']
const PAGES = join('src', 'web')

let known: string | null = null

export function codeVersion(): string {
  known ??= hashOfSources()
  return known
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of ['package-lock.json', ...FOLDERS.flatMap(listSources)])
    hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !name.startsWith(PAGES))
    .sort()
}
