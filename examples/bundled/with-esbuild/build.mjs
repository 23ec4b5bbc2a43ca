// node build.mjs [FOLDER]: the page and its files, ready to be served.

import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: { main: 'main.js', 'map-worker': 'maplibre-gl/dist/maplibre-gl-worker.mjs' },
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  outdir: folder,
})
await copyFile(join(import.meta.dirname, 'index.html'), join(folder, 'index.html'))
