// Server-sent events of a response, as they arrive.

export interface ServerEvent {
  /** `next`, `complete`; empty for what is no event and says only `retry` */
  event: string
  data: string
  id: string | null
  /** milliseconds after which a client is to come back; null where it does not say */
  retryMs: number | null
}

/** A line feed may still follow a last carriage return. */
const LINE_END = /\r\n|\r(?!$)|\n/

/** Throws what the connection throws. Ends the response when left early; an event that broke off is none. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let event = blank()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (text + decoder.decode(value, { stream: true })).split(LINE_END)
      text = lines.pop()!
      for (const line of lines) {
        if (line !== '') addLine(event, line)
        else {
          if (event.event !== '' || event.data !== '' || event.retryMs !== null) yield event
          event = blank()
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function blank(): ServerEvent {
  return { event: '', data: '', id: null, retryMs: null }
}

function addLine(event: ServerEvent, line: string): void {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'event') event.event = value
  else if (name === 'id') event.id = value
  else if (name === 'data') event.data += event.data === '' ? value : `\n${value}`
  else if (name === 'retry' && /^\d+$/.test(value)) event.retryMs = Number(value)
}
