// In which language a name is asked for.

import type { FieldBuilder } from '../builder.ts'

export function languageArg(t: { arg: FieldBuilder<unknown>['arg'] }) {
  return {
    language: t.arg.string({
      description: 'Language of the name, e.g. de. Default, and if the map has no name in it: the local name.',
    }),
  }
}
