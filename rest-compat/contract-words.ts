// Price and limits of an operation in words, for the OpenAPI document and docs/contract.md.

import type { OperationRoute } from './operation-route.ts'

/** `2`, `1 for each 256 points or part of them`. */
export function creditWords({ operation: { credits, creditsRule } }: OperationRoute): string {
  return creditsRule ?? String(credits)
}

/** `1 MB`, `5,000 points`, `300 km`, `one part`, `a slot`; empty where nothing is limited. */
export function limitWords({ method, operation: { limits, heavy } }: OperationRoute): string[] {
  return [
    method === 'POST' ? `${limits.bodyBytes / 1_048_576} MB` : '',
    limits.points === undefined ? '' : `${limits.points.toLocaleString('en')} points`,
    limits.lengthKm === undefined ? '' : `${limits.lengthKm} km`,
    limits.parts === undefined ? '' : limits.parts === 1 ? 'one part' : `${limits.parts} parts`,
    heavy ? SLOT : '',
  ].filter((limit) => limit !== '')
}

const SLOT = 'a slot'

/** Sentences on price, limits and keys. */
export function termsOf(row: OperationRoute): string {
  const price = creditWords(row).replace(/^\d+/, (count) => `${count} ${count === '1' ? 'credit' : 'credits'}`)
  const most = limitWords(row).filter((limit) => limit !== SLOT)
  return [
    creditWords(row) === '0' ? 'Free.' : `Costs ${price}.`,
    most.length === 0 ? '' : `At most ${most.join(', ')}.`,
    row.operation.heavy ? 'Takes a slot: the plan limits how many heavy requests a caller may run at once.' : '',
    row.operation.takesKey ? '' : 'Takes no key.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
