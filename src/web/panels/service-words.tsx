// A sentence of the service in the language of the page; in English, marked so, where it is not known in it.

import { serviceMessage } from '../state/service-message.ts'

export function ServiceWords({ message }: { message: string }) {
  const said = serviceMessage(message)
  return <span lang={said.language}>{said.text}</span>
}
