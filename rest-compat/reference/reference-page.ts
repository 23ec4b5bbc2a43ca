// The page at /rest: every REST operation to read, made from the OpenAPI document. One HTML text without scripts, without
// anything from elsewhere.

import { createHash } from 'node:crypto'
import { htmlPage, pagePolicy } from '../../src/wire/html-page.ts'
import { escapeAttribute, escapeText } from '../../src/wire/markup-text.ts'
import { operationArticle, type ShownOperation } from './operation-article.ts'
import { REFERENCE_STYLE } from './reference-style.ts'
import { schemaList, typeWords } from './schema-list.ts'
import { withCode } from './words.ts'

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
