// What `npm start` gives to the server: variables of its environment and flags of node, so that tests and benches run
// what users start.

import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}
const words = scripts.start.split(' ')
const node = words.indexOf('node')

/** Variables that `env` sets. */
export const START_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  words.slice(1, node).map((word) => word.split('=')),
)
/** Before the file that is run: how memory is collected, then what is imported first. */
export const START_FLAGS: readonly string[] = words.slice(node + 1, -1)
/** Those about memory alone, for servers of another file. */
export const MEMORY_FLAGS: readonly string[] = START_FLAGS.slice(0, START_FLAGS.indexOf('--import'))
