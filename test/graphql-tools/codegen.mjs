// Types of documents, by a configuration of GraphQL Code Generator: `codegen.mjs CONFIG`, in the folder of its files.

import { readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'

const parsed = (file) => parse(readFileSync(file, 'utf8'))
const { schema, documents, generates } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const [filename, { plugins, config }] of Object.entries(generates)) {
  const text = await codegen({
    filename,
    schema: parsed(schema),
    documents: [{ location: documents, document: parsed(documents) }],
    config,
    plugins: plugins.map((name) => ({ [name]: {} })),
    pluginMap: { 'typescript-operations': operations },
  })
  writeFileSync(filename, text)
}
