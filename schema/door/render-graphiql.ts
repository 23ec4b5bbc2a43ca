// A program of its own: tabs as JSON on standard input, the gzipped GraphiQL page on standard output.
// Never part of the server's process: see graphiql-page.ts. An address may carry a request of its own after #
// (`#query=...&variables=...`), which never reaches a server; it opens in a tab instead of the examples.

import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'

const CALL = 'YogaGraphiQL.renderYogaGraphiQL('
const OPEN_ASKED = `((root, options) => {
          const asked = new URLSearchParams(location.hash.slice(1));
          const own = asked.has('query') ? { query: asked.get('query'), variables: asked.get('variables') ?? undefined, defaultTabs: undefined } : {};
          return YogaGraphiQL.renderYogaGraphiQL(root, { ...options, ...own });
        })(`

const defaultTabs = JSON.parse(await text(process.stdin)) as { query: string }[]
const page = String(
  renderGraphiQL({ title: 'Waypost GraphiQL', endpoint: '/graphql', defaultTabs, shouldPersistHeaders: false }),
)
const at = page.lastIndexOf(CALL)
if (at < 0) throw new Error('the package writes its page in another way; see CALL')
process.stdout.write(gzipSync(page.slice(0, at) + OPEN_ASKED + page.slice(at + CALL.length)))
