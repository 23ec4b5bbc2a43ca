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

/** Whether what is requested of the field that is being resolved is `name` and nothing beside it. */
export function asksOnlyFor({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  const requested = new Set(fieldNodes.flatMap((node) => [...namesIn(node, fragments, false)]))
  requested.delete('__typename')
  return requested.size === 1 && requested.has(name)
}

function namesBelow(field: FieldNode, fragments: GraphQLResolveInfo['fragments']): ReadonlySet<string> {
  let found = names.get(field)
  if (found === undefined) names.set(field, (found = namesIn(field, fragments, true)))
  return found
}

/** `isDeep`: however far below the field; else of its own fields alone. */
function namesIn(
  { selectionSet }: FieldNode,
  fragments: GraphQLResolveInfo['fragments'],
  isDeep: boolean,
): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<FragmentDefinitionNode>()
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const part of set?.selections ?? []) {
      if (part.kind === 'Field') found.add(part.name.value)
      if (part.kind === 'InlineFragment' || (part.kind === 'Field' && isDeep)) collect(part.selectionSet)
      if (part.kind !== 'FragmentSpread') continue
      const fragment = fragments[part.name.value]
      if (fragment === undefined || seen.has(fragment)) continue
      seen.add(fragment)
      collect(fragment.selectionSet)
    }
  }
  collect(selectionSet)
  return found
}
