import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exampleAddress, examplesOf } from '../../rest-compat/examples.ts'
import { buildOpenApi } from '../../rest-compat/openapi.ts'
import { referencePage, referencePolicy } from '../../rest-compat/reference/reference-page.ts'
import { schemaList, typeWords } from '../../rest-compat/reference/schema-list.ts'
import { OPERATION_ROWS, ROW_GROUPS } from '../../rest-compat/routes.ts'

const document = buildOpenApi({
  publicApiUrl: 'https://api.test',
  publicSiteUrl: 'https://site.test',
  build: '0',
})
const html = referencePage(document, 'https://site.test')
const all = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found]) => found)

describe('the REST page', () => {
  test('has every operation once, in a group', () => {
    expect(ROW_GROUPS.flatMap(({ rows }) => rows).toSorted(byPath)).toEqual(OPERATION_ROWS.toSorted(byPath))
    const articles = all(/<article id="([^"]+)"/g).filter((id) => !id.startsWith('shape-'))
    expect(articles.sort()).toEqual(OPERATION_ROWS.map((row) => row.operationId ?? row.operation.id).sort())
    for (const { path } of OPERATION_ROWS) expect(html).toContain(path.replaceAll('/', '<wbr>/'))
  })

  test('has every shared shape, and links that lead somewhere', () => {
    const ids = all(/ id="([^"]+)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`shape-${name}`)
    const linked = all(/href="#([^"]+)"/g)
    expect(linked.length).toBeGreaterThan(100)
    expect(linked.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('loads nothing, and its own style and script may send to both hosts alone', () => {
    expect(html).not.toMatch(/<script src|\son\w+=|\sstyle=|@import|url\(/)
    const addresses = all(/(?:href|src)="([^"#][^"]*)"/g)
    expect(new Set(addresses)).toEqual(
      new Set(['data:,', 'https://site.test/', '/graphql', '/openapi.json', '/tiles/v1/status']),
    )
    const policy = referencePolicy('https://api.test/v', 'https://site.test').split('; ')
    const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const [style, ...styles] = all(/<style>([\s\S]*?)<\/style>/g)
    const [script, ...scripts] = all(/<script type="module">([\s\S]*?)<\/script>/g)
    expect([styles, scripts]).toEqual([[], []])
    expect(policy.slice(0, 6)).toEqual([
      "default-src 'none'",
      `style-src ${sourceOf(style)}`,
      `script-src ${sourceOf(script)}`,
      "require-trusted-types-for 'script'",
      "connect-src 'self' https://api.test https://site.test",
      'img-src data:',
    ])
  })

  test('without its script has nothing that could be used with it alone', () => {
    const [body] = html.split('<script')
    expect(body).not.toMatch(/<button|<form/)
    expect(body).toContain('<div class="search" role="search" hidden>')
  })

  test('says everything in words, with calls to copy', () => {
    const calls = html.match(/curl (?:&#39;|')https:\/\/(?:api|site)\.test\//g) ?? []
    expect(calls).toHaveLength(OPERATION_ROWS.flatMap((row) => [...examplesOf(row).keys()]).length)
    // what a reader would take for a fault; `undefined` stands nowhere in the examples
    expect(html.split('<script')[0]).not.toMatch(/undefined|\[object Object\]|NaN/)
    expect(html).toContain('<p class="dim">Costs 1 credit, and 1 for each further 10 waypoints.')
  })

  test('is text: what a schema holds is escaped', () => {
    const schema = {
      type: 'object',
      properties: { '<b>': { description: '<i> & `<u>`', enum: ['<s>'] } },
      required: ['<b>'],
    }
    expect(schemaList(schema, 'required')).toBe(
      '<ul class="members"><li><code>&lt;b&gt;</code> <span class="type"><code>&lt;s&gt;</code></span>' +
        ' <span class="must">required</span><p>&lt;i&gt; &amp; <code>&lt;u&gt;</code></p></li></ul>',
    )
  })

  test('words types with their bounds', () => {
    const words: [schema: object, said: string][] = [
      [{ type: 'number', minimum: 0, maximum: 22 }, 'number (0 to 22)'],
      [{ type: ['number', 'null'] }, 'number or null'],
      [{ type: 'array', minItems: 2, items: { type: 'string' } }, 'list of 2 or more: string'],
      [
        { type: 'array', prefixItems: [{ type: 'number' }, { type: 'integer', maximum: 3 }] },
        '[number, integer (up to 3)]',
      ],
      [{ anyOf: [{ $ref: '#/components/schemas/Line' }, { type: 'null' }] }, '<a href="#shape-Line">Line</a>, or null'],
      [{ type: 'integer', maximum: Number.MAX_SAFE_INTEGER, default: 5 }, 'integer (default 5)'],
      [{ const: 'a' }, '<code>"a"</code>'],
      [{}, 'any value'],
    ]
    for (const [schema, said] of words) expect(typeWords(schema)).toBe(said)
  })
})

test('an example has every parameter that is required, and none that is not there', () => {
  for (const { operationId, parameters = [] } of Object.values(document.paths).flatMap((item) =>
    [item.get, item.post].filter((one) => one !== undefined),
  ))
    for (const { name, required, example } of parameters)
      if (required) expect(example, `${operationId} ${name}`).toBeDefined()
  expect(exampleAddress({ path: '/a/{b}/c' } as never, { parameters: { b: 'x y', q: '1|2' } })).toBe(
    '/a/x%20y/c?q=1%7C2',
  )
})

const byPath = (a: { path: string; method: string }, b: { path: string; method: string }): number =>
  `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1
