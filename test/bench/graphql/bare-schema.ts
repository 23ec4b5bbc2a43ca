// Our schema as graphql-js alone runs it: nothing is done around its fields. Of a process of its own.

import { WaypostPlugin } from '../../../schema/plugin/waypost-plugin.ts'

WaypostPlugin.prototype.wrapArgMappers = (resolve) => resolve
export const { schema } = await import('../../../schema/index.ts')
