// What a flag says in REST, GraphQL says by asking for it: whether a field below is requested, however deep, in
// whatever fragment. `@skip` and `@include` are not looked at: what is skipped was worked out for nothing, and is not
// shown.

import type { FieldNode, FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql'

/** Names below a field of a document; documents are kept, and so are their names. */
const names = new WeakMap<FieldNode, ReadonlySet<string>>()

/** Whether `name` is requested somewhere below the field that is being resolved. */
export function asksFor({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some((node) => namesBelow(node, fragments).has(name))
}

function namesBelow(field: FieldNode, fragments: GraphQLResolveInfo['fragments']): ReadonlySet<string> {
  let found = names.get(field)
  if (found === undefined) {
    const below = new Set<string>()
    const seen = new Set<FragmentDefinitionNode>()
    const collect = (set: SelectionSetNode | undefined): void => {
      for (const part of set?.selections ?? []) {
        if (part.kind === 'Field') below.add(part.name.value)
        if (part.kind !== 'FragmentSpread') {
          collect(part.selectionSet)
          continue
        }
        const fragment = fragments[part.name.value]
        if (fragment === undefined || seen.has(fragment)) continue
        seen.add(fragment)
        collect(fragment.selectionSet)
      }
    }
    collect(field.selectionSet)
    names.set(field, (found = below))
  }
  return found
}
