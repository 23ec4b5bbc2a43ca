// @dryRun on an operation: what it would cost, by field, with nothing run and no credits taken. It counts in the rate.

import { DirectiveLocation, GraphQLDirective, type OperationDefinitionNode } from 'graphql'

export const DryRunDirective = new GraphQLDirective({
  name: 'dryRun',
  description:
    'Runs nothing and takes no credits: `data` is null, and `extensions.cost` says what the operation would reserve, field by field. It counts towards the rate.',
  locations: [DirectiveLocation.QUERY, DirectiveLocation.SUBSCRIPTION],
})

export function isDryRun({ directives = [] }: OperationDefinitionNode): boolean {
  return directives.some(({ name }) => name.value === DryRunDirective.name)
}

/** Fields as `extensions.cost` lists them, sorted by place, without positions in lists: `places.edges.node.nearby`. */
export function listCredits(fields: ReadonlyMap<string, number>): { path: string; credits: number }[] {
  return Array.from(fields, ([path, credits]) => ({ path, credits })).sort((a, b) => (a.path < b.path ? -1 : 1))
}
