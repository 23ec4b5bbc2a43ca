// The client's text of a syntax tree, read again by graphql-js.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { print } from '../../../clients/typescript/src/print-document.ts'

const FOLDERS = ['test/documents', 'src/web/documents', 'clients/typescript/documents', 'schema/http/graphiql/tabs']
const files = FOLDERS.flatMap((folder) => {
  const path = fileURLToPath(new URL(`../../../${folder}`, import.meta.url))
  return readdirSync(path)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => [`${folder}/${name}`, readFileSync(`${path}/${name}`, 'utf8')] as const)
})
/** As code generators write it; in whichever quotes a text is. */
const treeOf = (text: string) =>
  JSON.parse(
    JSON.stringify(parse(text, { noLocation: true }), (key, value) =>
      key === 'block' ? undefined : (value as unknown),
    ),
  )

const EVERYTHING = `
  query Everything($a: [Int!]! = [1, -2], $b: In = {x: {y: "z"}, e: RED} @deprecated, $c: String) @live(if: true) {
    alias: field(a: $a, b: -1.5e3, c: "q\\"\\\\\\n\\u00e9", d: null, e: [RED, true, {x: 1}], f: """block "it" \\""" """) @skip(if: false) @b
    ... on Thing @include(if: true) { id }
    ... @defer(label: "later") { more }
    ...Part @client
  }
  fragment Part on Thing @d { id nested { deep { er } } }
  mutation Change { do }
  subscription { told { id } }
  { plain }
`

test.each([...files, ['all that a request may have', EVERYTHING] as const])('%s means the same', (_name, text) => {
  const tree = treeOf(text)
  expect(treeOf(print(tree))).toEqual(tree)
})

test('any text stays what it is between quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const tree = treeOf(`{ a(b: ${JSON.stringify(text)}) }`)
      expect(treeOf(print(tree))).toEqual(tree)
    }),
  )
})

test('what is no part of a request is refused', () => {
  expect(() => print(treeOf('type A { b: Int }'))).toThrow('A ObjectTypeDefinition is not part of a request.')
})
