// The arguments of a field before it runs, with the texts that placeholders in them stand for.

import { type FieldNode, getArgumentValues } from 'graphql'
import type { RawTexts } from '../../src/wire/raw-json.ts'
import { factsOf } from '../plugin/field-facts.ts'
import type { SelectionWalk } from './selected-fields.ts'

/** Null where they do not fit: the field fails when it runs, and costs nothing. */
export function argumentsOf(
  field: Parameters<typeof getArgumentValues>[0],
  selection: FieldNode,
  { variables, rawTexts }: Pick<SelectionWalk, 'variables'> & { rawTexts: RawTexts | null },
): Record<string, unknown> | null {
  try {
    const args = getArgumentValues(field, selection, variables)
    rawTexts?.restore(args, factsOf(field).rawMembers ?? null, true)
    return args
  } catch {
    return null
  }
}
