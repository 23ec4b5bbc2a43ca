// The page at /rest: every REST operation to read, made from the OpenAPI document. One HTML text without scripts, without
// anything from elsewhere.

import { createHash } from 'node:crypto'
import { htmlPage, pagePolicy } from '../../src/wire/html-page.ts'
import { escapeAttribute, escapeText } from '../../src/wire/markup-text.ts'
import { schemaList, typeWords, withCode } from './schema-list.ts'

/**
 * How the REST page looks: the explorer's colours, light and dark as the reader's system has it, one column on a phone.
 */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ground: #fff; --soft: #f2f5f1; --line: #d5dcd5; --text: #17211c; --dim: #505d56;
  --brand: #1f5f4a; --focus: #0b57d0; --get: #1f5f4a; --post: #7a4300 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #171c1f; --soft: #222a2e; --line: #3a464c; --text: #eaf0ed; --dim: #a9b6b0;
    --brand: #5cc79f; --focus: #8ab4f8; --get: #5cc79f; --post: #f0b866 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
a { color: var(--brand) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: 0.5rem 1rem; z-index: 1 }
header, nav, main { padding: 1rem max(1rem, env(safe-area-inset-left)) }
header { border-bottom: 1px solid var(--line) }
header ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0.5rem 0 0; list-style: none }
h1 { margin: 0; font-size: 1.5rem }
h2 { margin: 2.5rem 0 0; font-size: 1.25rem }
h3 { margin: 0; font-size: 1.05rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.6rem }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.95rem }
header p, article > p, section > p { margin: 0.35rem 0; max-width: 46rem }
nav h2 { font-size: 0.85rem; margin: 0.9rem 0 0.1rem; color: var(--dim) }
nav ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)) }
nav li a { display: block; padding: 0.3rem 0; min-height: 2rem; overflow-wrap: anywhere }
article { border-top: 1px solid var(--line); padding: 1.5rem 0; margin-top: 1rem }
article:target { border-top: 3px solid var(--brand) }
.method { font-weight: 700; color: var(--get) } .method.post { color: var(--post) }
.path { overflow-wrap: anywhere } .here { text-decoration: none; padding: 0 0.4rem }
.dim { color: var(--dim) } .type { color: var(--dim); overflow-wrap: anywhere } .must { font-size: 0.85em; font-weight: 600 }
.members, .refusals { list-style: none; margin: 0.25rem 0; padding: 0; max-width: 60rem }
.members > li { border-top: 1px solid var(--line); padding: 0.45rem 0 } .members p { margin: 0.1rem 0 0; overflow-wrap: anywhere }
.members .members { margin: 0.4rem 0 0; padding-left: 0.8rem; border-left: 3px solid var(--line) }
.members > li > code { font-weight: 600; overflow-wrap: anywhere }
.refusals li { padding: 0.2rem 0; overflow-wrap: anywhere }
.form { margin: 0.6rem 0 0; font-weight: 600 }
details { margin-top: 0.4rem } summary { cursor: pointer; padding: 0.3rem 0; width: fit-content }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; margin: 0.25rem 0;
  overflow: auto; max-height: 28rem; max-width: 60rem }
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line) }
  nav ul { display: block } nav li a { min-height: 0; padding: 0.15rem 0 }
  main { padding: 0 2rem 4rem }
}
`

type Json = Record<string, any>

/** Its own style and nothing else. */
export const REFERENCE_POLICY = pagePolicy(
  {
    'style-src': `'sha256-${createHash('sha256').update(REFERENCE_STYLE).digest('base64')}'`,
    'img-src': 'data:',
  },
  "'self'",
)

export function referencePage(document: Json, publicSiteUrl: string): string {
  const groups = groupsOf(document)
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
  return htmlPage('Waypost REST', REFERENCE_STYLE, body)
}

function groupsOf(document: Json): { name: string; says: string; operations: ShownOperation[] }[] {
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
}

/** One operation on the REST page: what it does, what it takes, what it answers, how it refuses, and a call to copy. */
function operationArticle(shown: ShownOperation): string {
  const { method, path, operation } = shown
  const id = operation.operationId
  const body = operation.requestBody?.content['application/json']
  return `<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${withBreaks(path)}</code>
<a class="here" href="#${id}" aria-label="Link to ${id}">#</a></h3>
<p>${withCode(operation.summary)}</p>
<p class="dim">${withCode(operation.description)}${keyWords(operation)}</p>
${parameterList(operation.parameters ?? [])}${body === undefined ? '' : `<h4>Body</h4>${schemaList(body.schema, 'required')}`}
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
  if (bodies.length === 0) return block(`A call of ${id}`, callOf(shown, undefined))
  return bodies
    .map(([name, body]) => {
      const label = name === null ? `A call of ${id}` : `A call of ${id}: ${name}`
      return nameLine(name) + block(label, callOf(shown, body))
    })
    .join('\n')
}

/** A command for a shell. */
function callOf({ method, path, server, operation }: ShownOperation, body: Json | undefined): string {
  const query: string[] = []
  let filled = path
  for (const { name, in: where, example } of operation.parameters ?? []) {
    if (example === undefined) continue
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example))
    else query.push(`${name}=${encodeURIComponent(example)}`)
  }
  const address = `${server}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
  const key = keyWords(operation) === '' ? '' : " \\\n  -H 'X-Api-Key: KEY'"
  if (method === 'GET') return `curl '${address}'${key}`
  return `curl '${address}'${key} \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
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
