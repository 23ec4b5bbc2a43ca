// What git tells of this checkout, in milliseconds.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Throws where git does not know. */
export function askGit(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Files under version control, by their paths from the root. */
export function trackedFiles(...patterns: string[]): string[] {
  return askGit('ls-files', ...patterns)
    .split('\n')
    .filter((file) => file !== '')
}
