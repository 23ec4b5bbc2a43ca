// GraphiQL in the browser: the examples in tabs, or what the address asks for. After # or ? an address may carry a
// request (`query`, `variables`); after # it never reaches a server.

import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import 'graphiql/graphiql.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { eventClient } from './event-client.mjs'
import './page.css'

const DAY_MS = 86_400_000

/** Days from today, at eight: examples ask for hours to come, and a page may be older than a day. */
const morning = (days) => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T08:00:00Z`
const { site, tabs } = JSON.parse(document.getElementById('tabs').textContent)
const defaultTabs = tabs.map(({ query, variables }) => ({
  query,
  variables: variables?.replace(/"MORNING (\d)"/g, (_, days) => `"${morning(Number(days))}"`),
}))

/** Tabs are kept by the browser; their examples may ask for a morning that has passed. */
for (const name of ['graphiql:tabState', 'graphiql:variables']) {
  const kept = localStorage.getItem(name)
  const isPast = (day) => day <= new Date().toISOString().slice(0, 10)
  if (kept !== null)
    localStorage.setItem(
      name,
      kept.replace(/\d{4}-\d\d-\d\d(?=T08:00:00Z)/g, (day) => (isPast(day) ? morning(1).slice(0, 10) : day)),
    )
}

function openWith() {
  const asked = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`)
  if (asked.has('query')) return { query: asked.get('query'), variables: asked.get('variables') ?? undefined }
  // of the tab that is shown first, GraphiQL reads the variables here alone
  return localStorage.getItem('graphiql:tabState') === null ? { defaultTabs, ...defaultTabs[0] } : { defaultTabs }
}

createRoot(document.getElementById('graphiql')).render(
  createElement(
    GraphiQL,
    {
      fetcher: createGraphiQLFetcher({ url: '/graphql', wsClient: eventClient }),
      defaultEditorToolsVisibility: 'variables',
      shouldPersistHeaders: false,
      ...openWith(),
    },
    createElement(
      GraphiQL.Logo,
      null,
      createElement('a', { href: `${site}/` }, 'Map'),
      ' ',
      createElement('a', { href: '/rest' }, 'REST'),
    ),
  ),
)
