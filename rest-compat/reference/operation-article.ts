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
<h4>Call</h4>${block(`A call of ${id}`, callOf(shown))}
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

/** A command for a shell. */
function callOf({ method, path, server, operation }: ShownOperation): string {
  const query: string[] = []
  let filled = path
  for (const { name, in: where, example } of operation.parameters ?? []) {
    if (example === undefined) continue
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example))
    else query.push(`${name}=${encodeURIComponent(example)}`)
  }
  const address = `${server}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
  const body = operation.requestBody?.content['application/json'].example
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
  const example =
    json.example === undefined
      ? ''
      : `<details><summary>Example of an answer</summary><p class="dim">From the demo region. Lists are cut to two items.</p>${block(`An answer of ${id}`, JSON.stringify(json.example, null, 2))}</details>`
  return `<h4>Answer</h4>${types}${shape}${example}`
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
