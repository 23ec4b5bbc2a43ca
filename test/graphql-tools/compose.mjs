// Composes subgraphs into a supergraph as a gateway of Apollo's federation does: `compose.mjs NAME FILE URL ...`, three
// words for each, prints {errors, supergraph} as JSON.

import { readFileSync } from 'node:fs'
import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'

const words = process.argv.slice(2)
const services = []
for (let i = 0; i < words.length; i += 3)
  services.push({ name: words[i], typeDefs: parse(readFileSync(words[i + 1], 'utf8')), url: words[i + 2] })
const { errors = [], supergraphSdl: supergraph = null } = composeServices(services)
console.log(JSON.stringify({ errors: errors.map(({ message }) => message), supergraph }))
