// In which form an answer of several parts goes out, by the client's `Accept`: multipart/mixed, or server-sent events as
// graphql-sse reads them ("distinct connections mode"). Only a client that names a form gets parts. In multipart/mixed
// the parameter `deferSpec=20220824` asks for the older words of parts.

export interface StreamForm {
  type: 'multipart' | 'events'
  /** the parts of graphql-js 16 and of Apollo's first specification: `path`, `label` and `data` */
  older: boolean
  contentType: string
}

const OLDER = /^deferspec=("?)20220824\1$/
const CURRENT = /^incrementalspec=("?)v0\.2\1$/
const MAX_ENTRIES = 32

export const EVENTS: StreamForm = { type: 'events', older: false, contentType: 'text/event-stream' }

/** Null: the client reads one JSON answer. Multipart goes before events. */
export function streamFormOf(accept: string | undefined): StreamForm | null {
  const forms = formsOf(accept)
  return forms.find(({ type }) => type === 'multipart') ?? forms[0] ?? null
}

/** Whether events are among what the client reads. */
export function readsEvents(accept: string | undefined): boolean {
  return formsOf(accept).includes(EVENTS)
}

function formsOf(accept: string | undefined): StreamForm[] {
  const forms: StreamForm[] = []
  for (const entry of (accept ?? '').toLowerCase().split(',', MAX_ENTRIES)) {
    const [type, ...parameters] = entry.split(';').map((word) => word.trim())
    if (parameters.some((one) => /^q=0(\.0*)?$/.test(one))) continue
    if (type === 'text/event-stream') forms.push(EVENTS)
    if (type === 'multipart/mixed') forms.push(multipartForm(parameters))
  }
  return forms
}

function multipartForm(parameters: readonly string[]): StreamForm {
  const older = parameters.some((one) => OLDER.test(one))
  const spec = older
    ? '; deferSpec=20220824'
    : parameters.some((one) => CURRENT.test(one))
      ? '; incrementalSpec=v0.2'
      : ''
  return { type: 'multipart', older, contentType: `multipart/mixed; boundary="-"${spec}` }
}

/** Chunks of the answer from the JSON texts of its parts. */
export async function* encodeParts(
  form: StreamForm,
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  if (form.type === 'events') {
    for await (const text of texts) yield Buffer.from(`event: next\ndata: ${text}\n\n`)
    yield Buffer.from('event: complete\ndata:\n\n')
    return
  }
  yield Buffer.from('\r\n---')
  for await (const text of texts) {
    const bytes = Buffer.byteLength(text)
    yield Buffer.from(
      `\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${bytes}\r\n\r\n${text}\r\n---`,
    )
  }
  yield Buffer.from('--\r\n')
}
