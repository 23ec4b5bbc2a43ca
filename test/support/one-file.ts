// A program of ours and all it loads in one file, made once per run: a start of the server loads 2,000 modules, more
// than a third of its processor time, and the tests start it a hundred times. Its threads load their modules one by
// one, as ever. The shared server of the tests, the benches, the attacks and test/ci start from the sources.

import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { isInRun, onceARun } from './prepared-regions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The same place in every run, or what Node keeps compiled would not be found again. */
const PROGRAMS = join(ROOT, 'node_modules/.cache/waypost-programs')
/** with binaries of their own, or loaded only where somebody installed them */
const KEPT_APART = ['sharp', 'esbuild', 'pg-native', '@opentelemetry/*']
/** for packages that are CommonJS */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)"

/** Where the program is whose path from the root is `script`: outside a run of the tests, there. */
export async function oneFileOf(script: string): Promise<string> {
  if (!isInRun()) return join(ROOT, script)
  const name = script.replaceAll(/[^a-z]/g, '-')
  const program = join(PROGRAMS, `${name}.mjs`)
  await onceARun(name, async (building) => {
    const unfinished = join(PROGRAMS, `${name}-${process.pid}.mjs`)
    await bundle(script, unfinished)
    renameSync(unfinished, program)
    mkdirSync(building)
  })
  return program
}

async function bundle(script: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [script],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: KEPT_APART,
    plugins: [keepPlaces(join(ROOT, script))],
    define: {
      'import.meta.url': 'moduleUrl',
      'import.meta.dirname': 'moduleFolder',
      'import.meta.main': 'isProgram',
    },
    banner: { js: REQUIRE },
    logLevel: 'error',
  })
}

/** A module finds its neighbours and threads where it stands in the sources, and knows whether it is the program. */
const keepPlaces = (program: string): Plugin => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('import.meta')) return undefined
      const [url, folder] = [pathToFileURL(path).href, dirname(path)].map((place) => JSON.stringify(place))
      const contents = `const moduleUrl = ${url}, moduleFolder = ${folder}, isProgram = ${path === program}; ${text}`
      return { contents, loader: 'ts' }
    })
  },
})
