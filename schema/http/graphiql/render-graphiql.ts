// A program of its own: tabs and the site as JSON on standard input; on standard output the page's content policy, a
// line, and the gzipped GraphiQL page. Never part of the server's process: see graphiql-page.ts. Fonts of the package
// are left out: half of its weight.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { htmlPage, pagePolicy } from '../../../src/wire/html-page.ts'
import scalars from '../../../clients/typescript/codegen/scalars.json' with { type: 'json' }

const HERE = fileURLToPath(new URL('.', import.meta.url))
/** The line of the variables editor before which scalars are looked at. */
const BEFORE = 'if (type instanceof GraphQLList) {'
/** How it looks for a default, which graphql 17 has elsewhere. */
const HAS_NO_DEFAULT = '!field.defaultValue'

/**
 * The variables editor underlines lists and objects of scalars, which are what scalars here are, and members that are
 * left out although they have a default.
 */
const knowScalars: Plugin = {
  name: 'scalars',
  setup: ({ onLoad }) => {
    onLoad({ filter: /codemirror-graphql[\\/]esm[\\/]variables[\\/]lint\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!source.includes(BEFORE) || !source.includes(HAS_NO_DEFAULT))
        throw new Error('the package checks variables in another way; see BEFORE and HAS_NO_DEFAULT')
      const look = `if (type instanceof GraphQLScalarType && type.name in SCALARS)
        return scalarFits(SCALARS[type.name], valueAST) ? [] : [[valueAST, \`Expected \${type.name}: \${SCALARS[type.name]}\`]];`
      const head = `import { isRequiredInputField } from 'graphql';
        import { scalarFits } from ${JSON.stringify(`${HERE}scalar-fits.ts`)};
        const SCALARS = ${JSON.stringify(scalars)};`
      const checks = source.replace(BEFORE, `${look}\n${BEFORE}`).replace(HAS_NO_DEFAULT, 'isRequiredInputField(field)')
      return { contents: `${head}\n${checks}`, loader: 'js' }
    })
  },
}

const tabs = await text(process.stdin)
const { outputFiles } = await build({
  entryPoints: [`${HERE}page.mjs`],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  outdir: 'out',
  charset: 'utf8',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [knowScalars],
  write: false,
  logLevel: 'error',
})
const contentOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text
const style = contentOf('.css').replaceAll(/@font-face\{[^{}]*\}/g, '')
const script = contentOf('.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
const sources = {
  'script-src': `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  // the editors set styles as they go
  'style-src': "'unsafe-inline'",
  'img-src': 'data:',
  'connect-src': "'self'",
}
const body = `<!-- Licences of all parts: licences -->
<link rel="license" href="licences">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="graphiql"></div>
<script id="tabs" type="application/json">${tabs.replaceAll('<', '\\u003c')}</script>
<script>${script}</script>`

process.stdout.write(`${pagePolicy(sources, "'none'")}\n`)
process.stdout.write(gzipSync(htmlPage('Waypost GraphiQL', style, body), { level: 9 }))
