// `npm run codegen`: prints schema/schema.graphql, rest-compat/answer-schemas.json and docs/configuration.md, and makes
// typed documents for the tests and the explorer from the operations in test/documents/ and src/web/documents/.
// test/schema/printed-schema.test.ts fails when the printed schema differs.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema/index.ts'
import { VARIABLES } from './src/config.ts'

/** Sorted, so that the file changes only where the schema does. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}

/** docs/configuration.md, made from the table that reads the environment. */
export function printedConfiguration(): string {
  const rows = Object.values(VARIABLES).map(({ name, fallback, meaning }) => [
    `\`${name}\``,
    fallback === '' ? '' : `\`${fallback}\``,
    meaning.replaceAll('|', '\\|'),
  ])
  return [
    '# Configuration',
    '',
    'Environment variables. `npm start -- --help` prints the same list, and the start reports every mistake at once.',
    'This page is made by `npm run codegen` from `src/config.ts`.',
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')
}

if (import.meta.main) {
  writeFileSync(fileURLToPath(new URL('docs/configuration.md', import.meta.url)), printedConfiguration())
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
