// Whether all that a document selects hangs on the release and the request alone, so that its answer may be kept until
// another release comes (plugins/tag-answer.ts).

import { BREAK, type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { onceEach } from '../../resolvers/pipeline/once-each.ts'
import { type FieldFacts, factsOf } from '../plugin/field-facts.ts'

/** Of a valid document, whichever of its operations is asked. */
export function createOfRelease(schema: GraphQLSchema): (document: DocumentNode) => boolean {
  return onceEach((document: DocumentNode) => {
    let isOfRelease = true
    const types = new TypeInfo(schema)
    const enter = () => {
      isOfRelease &&= hangsOnRelease(factsOf(types.getFieldDef()))
      return isOfRelease ? undefined : BREAK
    }
    visit(document, visitWithTypeInfo(types, { Field: enter }))
    return isOfRelease
  })
}

/** Whether a field does. */
export function hangsOnRelease({ ofRelease, runs, mayFail }: FieldFacts): boolean {
  return ofRelease ?? runs?.ofRelease ?? mayFail !== true
}
