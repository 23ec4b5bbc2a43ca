// Our schema as graphql-js alone runs it: nothing is done around its fields but to check their arguments. Of a process
// of its own.

import { checkedBy } from '../../../schema/http/field-arguments.ts'
import { factsOf } from '../../../schema/plugin/field-facts.ts'
import { WaypostPlugin } from '../../../schema/plugin/waypost-plugin.ts'

WaypostPlugin.prototype.wrapResolve = (resolve, config) => {
  const facts = factsOf(config)
  return (source, args, context, info) => resolve(source, checkedBy(facts, args), context, info)
}
export const { schema } = await import('../../../schema/index.ts')
