// The finished schema is a value: over a frozen one every door opens and every document runs. Imported by the fakes, so
// that all tests of the GraphQL handler run over it. Arguments and enums are left out: graphql-js notes in them what it
// has worked out.

import { isInterfaceType, isObjectType } from 'graphql'
import { schema } from '../../schema/index.ts'

for (const type of Object.values(schema.getTypeMap())) {
  if (type.name.startsWith('__') || (!isObjectType(type) && !isInterfaceType(type))) continue
  const fields = type.getFields()
  type.getInterfaces()
  for (const field of Object.values(fields)) {
    Object.freeze(field.args)
    Object.freeze(field.extensions)
    Object.freeze(field)
  }
  Object.freeze(fields)
  Object.freeze(type)
}
