// The flags of node that `npm start` gives to the server, so that benches measure what users start.

import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}
const [, ...words] = scripts.start.split(' ')

/** Before the file that is run: how memory is collected, then what is imported first. */
export const START_FLAGS: readonly string[] = words.slice(0, -1)
/** Those about memory alone, for servers of another file. */
export const MEMORY_FLAGS: readonly string[] = START_FLAGS.slice(0, START_FLAGS.indexOf('--import'))
