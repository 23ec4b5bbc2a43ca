// Hive Gateway over a supergraph: `gateway.mjs SUPERGRAPH QUERY ...` sends it each query in turn and prints a JSON list
// of {status, body}.

import { readFileSync } from 'node:fs'
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime'

const [file, ...queries] = process.argv.slice(2)
const gateway = createGatewayRuntime({ supergraph: readFileSync(file, 'utf8'), logging: false })
const answers = []
for (const query of queries) {
  const response = await gateway.fetch('http://gateway/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  })
  answers.push({ status: response.status, body: await response.json() })
}
console.log(JSON.stringify(answers))
await gateway[Symbol.asyncDispose]()
