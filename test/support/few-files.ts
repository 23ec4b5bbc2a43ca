// A listener in a process that may open few files (`ulimit -n` before it is started). Answers each request with the
// number of files that it can still open, and says its port.

import { closeSync, openSync } from 'node:fs'
import { listen } from '../../src/server/http-server.ts'

const listener = await listen(
  '127.0.0.1',
  0,
  (_request, response) => {
    const opened: number[] = []
    try {
      while (opened.length < 8) opened.push(openSync('/dev/null', 'r'))
    } catch {
      // none is left
    }
    for (const file of opened) closeSync(file)
    response.end(String(opened.length))
  },
  { onBroken: (code) => process.send!({ broken: code }) },
)
process.send!({ port: listener.port })
