// The recommended schema rules of @graphql-eslint, over the printed schema.

import graphql from '@graphql-eslint/eslint-plugin'

export default [
  {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
    },
    rules: graphql.configs['flat/schema-recommended'].rules,
  },
]
