// The parts of a multipart/mixed response, each a JSON value, as they arrive.

const PART = /boundary="?([^";]+)"?/

/** Throws SyntaxError for a part that is no JSON, and what the connection throws. Ends the response when left early. */
export async function* readMultipart(response: Response): AsyncGenerator<unknown> {
  const boundary = `\r\n--${PART.exec(response.headers.get('content-type') ?? '')?.[1] ?? '-'}`
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  // what stands before the first boundary is no part
  let isPart = false
  let text = '\r\n'
  try {
    for (;;) {
      const { done, value } = await reader.read()
      text += decoder.decode(value, { stream: !done })
      for (let at = text.indexOf(boundary); at >= 0; at = text.indexOf(boundary)) {
        if (isPart) yield jsonOf(text.slice(0, at))
        isPart = true
        text = text.slice(at + boundary.length)
      }
      if (isPart && text.startsWith('--')) return
      if (done) throw new SyntaxError('the last boundary is missing')
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function jsonOf(part: string): unknown {
  return JSON.parse(part.slice(part.indexOf('\r\n\r\n') + 4))
}
