// One file for all that the page loads first. esbuild makes a chunk of what the same parts share, which is forty files
// where every part that comes later shares something else; so each of those parts is given the first one to import,
// which is there already. A browser fetches six files at once from a server without HTTP/2.

import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** `first`: the module with which the page begins. */
export function oneCore(first: string): Plugin {
  return {
    name: 'one-core',
    setup(build) {
      const later = new Set<string>()
      build.onResolve({ filter: /^\.{1,2}\/.*\.tsx?$/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === later) return undefined
        const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: later })
        later.add(found.path)
        return found
      })
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!later.has(path)) return undefined
        const contents = `import ${JSON.stringify(first)}\n${await readFile(path, 'utf8')}`
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}
