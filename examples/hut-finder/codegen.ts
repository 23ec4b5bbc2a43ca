// npx graphql-codegen --config hut-finder/codegen.ts: types of the documents, from the schema in the client package.

import type { CodegenConfig } from '@graphql-codegen/cli'
import scalars from '@waypost/client/scalars.json' with { type: 'json' }

export default {
  schema: 'node_modules/@waypost/client/dist/schema.graphql',
  documents: 'hut-finder/documents.graphql',
  generates: {
    'hut-finder/generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: { scalars, useTypeImports: true, enumType: 'string-literal' },
    },
  },
} satisfies CodegenConfig
