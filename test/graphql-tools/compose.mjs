// Composes subgraphs into a supergraph as a gateway of Apollo's federation does: `compose.mjs NAME=FILE ...` prints
// {errors, supergraph} as JSON.

import { readFileSync } from 'node:fs'
import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'

const services = process.argv.slice(2).map((word) => {
  const [name, file] = word.split('=')
  return { name, url: `http://${name}/graphql`, typeDefs: parse(readFileSync(file, 'utf8')) }
})
const { errors = [], supergraphSdl: supergraph = null } = composeServices(services)
console.log(JSON.stringify({ errors: errors.map(({ message }) => message), supergraph }))
