// The recommended schema rules of @graphql-eslint over schema/schema.graphql. What they find and stays is here, with
// the reason; an exception that nothing needs any more fails.

import { isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { readSchemaFile } from '../../schema/served-schema.ts'
import { hasGraphqlTools, runGraphqlTool } from '../support/graphql-tools.ts'

interface Exception {
  rule: string
  /** the type, or the field */
  of: readonly string[]
  reason: string
}

const operations = [schema.getQueryType(), schema.getSubscriptionType()]
const values = Object.values(schema.getTypeMap()).filter(
  (type) =>
    isObjectType(type) &&
    !type.name.startsWith('__') &&
    !operations.includes(type) &&
    !type.getInterfaces().some(({ name }) => name === 'Node'),
)

const LINES = readSchemaFile().split('\n')
const EXCEPTIONS: Exception[] = [
  {
    rule: 'naming-convention',
    of: ['_Any', '_Entity', '_Service', '_entities', '_service'],
    reason: 'Names that the subgraph specification of Apollo Federation lays down.',
  },
  {
    rule: 'strict-id-in-types',
    of: values.map(({ name }) => name),
    reason:
      'Only what can be found again by its id is a Node and has one. An id of a value (a band of times, a sample of weather) would make caches overwrite one reading with another.',
  },
  {
    rule: 'no-typename-prefix',
    of: ['Line.line', 'Trail.trails'],
    reason: 'Fields of the interface Course, named for all that implement it.',
  },
  {
    rule: 'no-typename-prefix',
    of: ['Place.places'],
    reason: 'What lies in it, as `Course.places` and `Reach.places` list what they pass or reach.',
  },
  {
    rule: 'no-typename-prefix',
    of: ['Sun.sunriseAt', 'Sun.sunsetAt'],
    reason: 'Sunrise and sunset are words, not a prefix.',
  },
]

interface Finding {
  ruleId: string
  message: string
  line: number
  column: number
}

describe.skipIf(!hasGraphqlTools)('the recommended schema rules (needs `npm ci --prefix test/graphql-tools`)', () => {
  let findings: Finding[]
  beforeAll(async () => {
    const { stdout, stderr } = await runGraphqlTool('node_modules/eslint/bin/eslint.js', [
      '--config',
      'test/graphql-tools/eslint.config.mjs',
      '--format',
      'json',
      'schema/schema.graphql',
    ])
    expect(stderr).toBe('')
    const [file] = JSON.parse(stdout) as { messages: Finding[] }[]
    findings = file.messages
  })

  test('find what is excepted with a reason, and nothing else', () => {
    const found = new Set(
      findings.map((finding) => `${finding.ruleId.replace('@graphql-eslint/', '')} ${placeOf(finding)}`),
    )
    const excepted = EXCEPTIONS.flatMap(({ rule, of }) => of.map((place) => `${rule} ${place}`))
    expect([...found].toSorted()).toEqual(excepted.toSorted())
  })
})

/** Of `Field "line" starts with the name of the parent type "Line"` that is `Line.line`; else the one name there is. */
function placeOf({ message, line, column }: Finding): string {
  const names = [...message.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  return names.length === 0 ? /^\w+/.exec(LINES[line - 1].slice(column - 1))![0] : names.toReversed().join('.')
}
