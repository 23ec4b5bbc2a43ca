// `npm run codegen`: prints schema/schema.graphql and rest-compat/answer-schemas.json, and makes typed documents for
// the tests and the explorer from the operations in test/documents/ and src/web/documents/.
// test/schema/printed-schema.test.ts fails when the printed schema differs.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema/index.ts'

/** Sorted, so that the file changes only where the schema does. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}

if (import.meta.main) {
  const schemaFile = fileURLToPath(new URL('schema/schema.graphql', import.meta.url))
  writeFileSync(schemaFile, printedSchema())
  const { printedAnswerSchemas } = await import('./codegen-answers.ts')
  writeFileSync(fileURLToPath(new URL('rest-compat/answer-schemas.json', import.meta.url)), printedAnswerSchemas())
  const { generate } = await import('@graphql-codegen/cli')
  for (const folder of ['test/documents', 'src/web/documents']) {
    await generate({
      schema: schemaFile,
      documents: `${folder}/*.graphql`,
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      silent: true,
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        documentMode: 'string',
        scalars: {
          LonLat: '[number, number]',
          Position: '[number, number, number | null]',
          Box: '[number, number, number, number]',
          DateTime: 'string',
          GeoJSON: 'unknown',
          JSON: 'unknown',
          OsmId: 'number',
          ID: 'string',
        },
      },
      generates: { [`${folder}/generated/`]: { preset: 'client', presetConfig: { fragmentMasking: false } } },
      importExtension: '.ts',
      emitLegacyCommonJSImports: false,
    })
  }
}
