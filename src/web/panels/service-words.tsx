// A sentence of the service in the language of the page; in English, marked so, where it is not known in it.

import { language } from '../look.ts'
import { serviceText } from '../service-text.ts'

export function ServiceWords({ message }: { message: string }) {
  const said = serviceText(language.value, message)
  return <span lang={said.language}>{said.text}</span>
}
