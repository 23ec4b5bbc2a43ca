// A program of its own: tabs as JSON on standard input, the gzipped GraphiQL page on standard output.
// Never part of the server's process: see graphiql-page.ts.

import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'

const defaultTabs = JSON.parse(await text(process.stdin)) as { query: string }[]
const page = String(renderGraphiQL({ title: 'Waypost GraphiQL', endpoint: '/graphql', defaultTabs, shouldPersistHeaders: false }))
process.stdout.write(gzipSync(page))
