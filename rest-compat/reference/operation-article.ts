// One operation on the REST page: what it does, what it takes, what it answers, how it refuses, and a call to copy.

import { escapeText } from '../../src/wire/markup-text.ts'
import { schemaList, typeWords } from './schema-list.ts'
import { withCode } from './words.ts'

type Json = Record<string, any>

export interface ShownOperation {
  method: string
  path: string
  /** address of the host that serves it */
  server: string
  operation: Json
}

export function operationArticle(shown: ShownOperation): string {
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
