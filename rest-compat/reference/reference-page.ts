// The page at /rest: every REST operation to read and to try, made from the OpenAPI document. One HTML text without
// anything from elsewhere; its script (page.mjs) adds search and buttons, and nothing to read.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { htmlPage, pagePolicy } from '../../src/wire/html-page.ts'
import { escapeAttribute, escapeText } from '../../src/wire/markup-text.ts'
import { EXAMPLE_REQUESTS, type ExampleRequests } from '../examples.ts'
import { schemaList, typeWords, withCode } from './schema-list.ts'

export const REFERENCE_STYLE = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
/** Search, copying and sending; without it the page is to be read. */
const SCRIPT = readFileSync(new URL('./page.mjs', import.meta.url), 'utf8')

type Json = Record<string, any>

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Its own style and script, which may send requests to both hosts and nowhere else. */
export function referencePolicy(publicApiUrl: string, publicSiteUrl: string): string {
  const hosts = [publicApiUrl, publicSiteUrl].map((address) => new URL(address).origin)
  return pagePolicy(
    {
      'style-src': sourceOf(REFERENCE_STYLE),
      'script-src': sourceOf(SCRIPT),
      'require-trusted-types-for': "'script'",
      'connect-src': ["'self'", ...new Set(hosts)].join(' '),
      'img-src': 'data:',
    },
    "'self'",
  )
}

/** `requests`: those that the document has as examples. */
export function referencePage(document: Json, publicSiteUrl: string, requests = EXAMPLE_REQUESTS): string {
  const groups = groupsOf(document, requests)
  const links = [
    [`${publicSiteUrl}/`, 'Explorer'],
    ['/graphql', 'GraphiQL'],
    ['/openapi.json', 'openapi.json'],
    ['/tiles/v1/status', 'Age of the data'],
  ]
  const body = `<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>Waypost REST</h1>
<p>${withCode(document.info.description)} Interface ${escapeText(document.info.version)}.</p>
<p>A key is optional unless an operation says otherwise. Send it as <code>Authorization: Bearer KEY</code>,
<code>X-Api-Key: KEY</code> or <code>?key=KEY</code>. A call that fails costs nothing.</p>
<ul>${links.map(([address, name]) => `<li><a href="${escapeAttribute(address)}">${name}</a></li>`).join('')}</ul>
</header>
<div class="page">
<nav aria-label="Operations">
<div class="search" role="search" hidden><label for="find">Search</label><input id="find" type="search" autocomplete="off"
spellcheck="false" maxlength="100" aria-describedby="found"><p id="found" role="status"></p></div>
${groups.map(({ name, operations }) => `<h2>${name}</h2><ul>${operations.map(({ operation: { operationId } }) => `<li><a href="#${operationId}">${operationId}</a></li>`).join('')}</ul>`).join('\n')}
<h2>Shared</h2><ul><li><a href="#shapes">Shapes</a></li></ul>
</nav>
<main id="operations" tabindex="-1">
${groups.map(({ name, says, operations }) => `<section><h2>${name}</h2><p class="dim">${withCode(says)}</p>${operations.map(operationArticle).join('\n')}</section>`).join('\n')}
<section id="shapes"><h2>Shapes</h2><p class="dim">What several answers share.</p>
${Object.entries<Json>(document.components.schemas)
  .map(
    ([name, schema]) =>
      `<article id="shape-${name}"><h3>${name}</h3>${schemaList(schema, 'always') || `<p>${typeWords(schema)}</p>`}</article>`,
  )
  .join('\n')}
</section>
</main>
</div>`
  return htmlPage('Waypost REST', REFERENCE_STYLE, `${body}\n<script type="module">${SCRIPT}</script>`)
}

function groupsOf(
  document: Json,
  requests: ExampleRequests,
): { name: string; says: string; operations: ShownOperation[] }[] {
  const all = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post'].flatMap((method) =>
      item[method] === undefined
        ? []
        : [
            {
              method: method.toUpperCase(),
              path,
              server: (item.servers ?? document.servers)[0].url,
              operation: item[method],
              replace: requests[item[method].operationId].replace,
            },
          ],
    ),
  )
  return document.tags.map(({ name, description }: Json) => ({
    name,
    says: description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

interface ShownOperation {
  method: string
  path: string
  /** address of the host that serves it */
  server: string
  operation: Json
  /** what a reader has to replace in its example */
  replace: string | undefined
}

/** One operation on the REST page: what it does, what it takes, what it answers, how it refuses, and a call to copy. */
function operationArticle(shown: ShownOperation): string {
  const { method, path, operation } = shown
  const id = operation.operationId
  const body = operation.requestBody?.content['application/json']
  return `<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${withBreaks(path)}</code>
<a class="here" href="#${id}" aria-label="Link to ${id}">#</a></h3>
<p class="summary">${withCode(operation.summary)}</p>
<p class="dim">${withCode(operation.description)}${keyWords(operation)}</p>
<div class="takes">${parameterList(operation.parameters ?? [])}${body === undefined ? '' : `<h4>Body</h4>${schemaList(body.schema, 'required')}`}</div>
<h4>Call</h4>${calls(shown)}
${answerPart(id, operation.responses['200'].content)}
${refusals(operation.responses)}
</article>`
}

/** Paths may be broken before a slash. */
const withBreaks = (path: string): string => escapeText(path).replaceAll('/', '<wbr>/')

function keyWords({ security }: Json): string {
  const needsKey = security.length > 0 && security.every((one: Json) => Object.keys(one).length > 0)
  return needsKey ? ' Needs a key.' : ''
}

function parameterList(parameters: readonly Json[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      `<li><code>${escapeText(name)}</code> <span class="type">${typeWords(schema)}</span>${required ? ' <span class="must">required</span>' : ''}${where === 'path' ? ' <span class="dim">in the path</span>' : ''}${description === undefined ? '' : `<p>${withCode(description)}</p>`}</li>`,
  )
  return `<h4>Parameters</h4><ul class="members">${rows.join('\n')}</ul>`
}

/** Examples in a document by name; a single one has none. */
function examplesIn(content: Json | undefined): [string | null, Json][] {
  if (content?.examples === undefined) return content?.example === undefined ? [] : [[null, content.example]]
  return Object.entries<Json>(content.examples).map(([name, { value }]) => [name, value])
}

const nameLine = (name: string | null): string => (name === null ? '' : `<p>${withCode(name)}:</p>`)

function calls(shown: ShownOperation): string {
  const id = shown.operation.operationId
  const bodies = examplesIn(shown.operation.requestBody?.content['application/json'])
  if (bodies.length === 0) return callOf(shown, id, undefined)
  return bodies
    .map(([name, body]) => nameLine(name) + callOf(shown, name === null ? id : `${id}: ${name}`, body))
    .join('\n')
}

/** A command for a shell, with what the script needs to send the same. */
function callOf(shown: ShownOperation, label: string, body: Json | undefined): string {
  const { method, operation, replace } = shown
  const said = replace === undefined ? '' : `# Replace ${replace}.\n`
  const address = addressOf(shown)
  const header = keyWords(operation) === '' ? '' : " \\\n  -H 'X-Api-Key: KEY'"
  const sent = JSON.stringify(body)?.replaceAll("'", "'\\''")
  const data = sent === undefined ? '' : ` \\\n  -H 'content-type: application/json' \\\n  -d '${sent}'`
  const facts = {
    label,
    method,
    address,
    ...(operation.security.length > 0 ? { key: '' } : {}),
    ...(body === undefined ? {} : { body: bodyText(body) }),
  }
  const attributes = Object.entries(facts).map(([name, value]) => ` data-${name}="${escapeAttribute(value)}"`)
  return `<div class="call"${attributes.join('')}>${block(`A call of ${label}`, `${said}curl '${address}'${header}${data}`)}</div>`
}

/** To be read and changed: pairs of coordinates on one line. */
const bodyText = (body: Json): string =>
  JSON.stringify(body, null, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]')

/** With the example values of path and query. */
function addressOf({ path, server, operation }: ShownOperation): string {
  const query: string[] = []
  let filled = path
  for (const { name, in: where, example } of operation.parameters ?? []) {
    if (example === undefined) continue
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example))
    else query.push(`${name}=${encodeURIComponent(example)}`)
  }
  return `${server}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

function answerPart(id: string, content: Json): string {
  const json = content['application/json']
  const others = Object.keys(content).filter((type) => type !== 'application/json')
  const types =
    others.length === 0
      ? ''
      : `<p class="dim">${json === undefined ? '' : 'Also '}<code>${others.join('</code>, <code>')}</code></p>`
  if (json === undefined) return `<h4>Answer</h4>${types}`
  const members = schemaList(json.schema, 'always')
  const shape = members === '' ? `<p>${typeWords(json.schema)}</p>` : members
  const examples = examplesIn(json).map(([name, answer]) => {
    const of = name === null ? '' : `: ${withCode(name)}`
    const label = name === null ? `An answer of ${id}` : `An answer of ${id}: ${name}`
    return `<details><summary>Example of an answer${of}</summary><p class="dim">From the demo region. Lists are cut to two items.</p>${block(label, JSON.stringify(answer, null, 2))}</details>`
  })
  return `<h4>Answer</h4>${types}${shape}${examples.join('\n')}`
}

function refusals(responses: Json): string {
  const rows = Object.entries<Json>(responses)
    .filter(([code]) => Number(code) >= 400)
    .map(([code, { description }]) => {
      const codes = description
        .split(', ')
        .map((word: string) => (/^[a-z_]+$/.test(word) ? `<code>${word}</code>` : escapeText(word)))
      return `<li>${code} ${codes.join(' ')}</li>`
    })
  return `<details><summary>Refusals</summary><ul class="refusals">${rows.join('')}</ul></details>`
}

/** Text to read or copy; wide lines are scrolled, by keyboard too. */
const block = (label: string, text: string): string =>
  `<pre tabindex="0" role="region" aria-label="${label}"><code>${escapeText(text)}</code></pre>`
