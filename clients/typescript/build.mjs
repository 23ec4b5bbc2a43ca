// `npm run build [-- FOLDER]`: src as modules without dependencies, its types, and the schema for code generators,
// in dist.

import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

const HERE = import.meta.dirname
const INTO = resolve(HERE, process.argv[2] ?? 'dist')

await build({
  absWorkingDir: HERE,
  entryPoints: ['src/index.ts', 'src/element.ts'],
  outdir: INTO,
  bundle: true,
  format: 'esm',
  target: 'es2022',
})
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
const flags = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly']
execFileSync(
  process.execPath,
  [join(typescript, 'bin/tsc'), '-p', HERE, ...flags, '--rootDir', join(HERE, 'src'), '--outDir', join(INTO, 'types')],
  { stdio: 'inherit' },
)
copyFileSync(join(HERE, '../../schema/schema.graphql'), join(INTO, 'schema.graphql'))
// npm puts it into the package
copyFileSync(join(HERE, '../../LICENSE'), join(HERE, 'LICENSE'))
