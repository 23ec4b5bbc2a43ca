// `npm run bench -- NAME [options]`: runs test/bench/NAME.bench.ts; without a name lists what there is.

import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(folder)
  .filter((f) => f.endsWith('.bench.ts'))
  .map((f) => f.replace('.bench.ts', ''))
  .sort()
const name = process.argv[2]
if (name === undefined || name === '--help') {
  console.log(`usage: npm run bench -- NAME\nbenchmarks: ${names.join(', ')}`)
} else {
  const path = join(folder, `${name}.bench.ts`)
  if (!existsSync(path)) {
    console.error(`there is no benchmark '${name}'; there are: ${names.join(', ')}`)
    process.exit(1)
  }
  await import(pathToFileURL(path).href)
}
