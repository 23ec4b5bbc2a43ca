import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../src/server/http-server.ts'

let listener: Listener | undefined
afterEach(() => listener?.stop(50))

describe('a stop', () => {
  test('lets an accepted request finish and takes no new one', async () => {
    let finish: (() => void) | undefined
    listener = await listen('127.0.0.1', 0, (_request, response) => (finish = () => response.end('done')))
    const url = `http://127.0.0.1:${listener.port}`
    const running = fetch(url).then((answer) => answer.text())
    await expect.poll(() => finish).toBeDefined()
    const stopped = listener.stop(60_000)
    await expect(fetch(url)).rejects.toThrow()
    finish!()
    expect(await running).toBe('done')
    await stopped
  })

  test('is not held up by an idle keep-alive connection', async () => {
    listener = await listen('127.0.0.1', 0, (_request, response) => response.end('ok'))
    await (await fetch(`http://127.0.0.1:${listener.port}`)).text()
    const startedMs = Date.now()
    await listener.stop(50_000)
    expect(Date.now() - startedMs).toBeLessThan(25_000)
  })

  test('breaks off what does not finish in time', async () => {
    let isAccepted = false
    listener = await listen('127.0.0.1', 0, () => (isAccepted = true))
    const hanging = fetch(`http://127.0.0.1:${listener.port}`).catch(() => 'broken off')
    await expect.poll(() => isAccepted).toBe(true)
    await listener.stop(100)
    expect(await hanging).toBe('broken off')
  })
})

describe('broken requests', () => {
  const talk = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(listener!.port, '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('close', () => resolve(answer))
      socket.on('error', () => resolve(answer))
    })
  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', '400 Bad Request', 'invalid_input'],
    [
      '97 KB of headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(97 * 1024)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'too_large',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      '400 Bad Request',
      'invalid_input',
    ],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', '400 Bad Request', 'invalid_input'],
    ['one host twice', 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', '400 Bad Request', 'invalid_input'],
    ...['gzip, chunked', 'deflate, Chunked', 'gzip\r\nTransfer-Encoding: chunked'].map(
      (coding): [string, string, string, string] => [
        `a body in ${JSON.stringify(coding)}`,
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n1\r\na\r\n0\r\n\r\n`,
        '501 Not Implemented',
        'invalid_input',
      ],
    ),
  ])('%s gets a short JSON error and a closed connection', async (_name, text, status, code) => {
    listener = await listen('127.0.0.1', 0, (_request, response) => response.end('ok'))
    const answer = await talk(text)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(JSON.parse(answer.slice(answer.indexOf('{'))).error).toBe(code)
  })

  test.each(['chunked', 'Chunked'])('a body in %s is read', async (coding) => {
    listener = await listen('127.0.0.1', 0, (request, response) => void request.pipe(response))
    const answer = await talk(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    )
    expect(answer).toContain('HTTP/1.1 200')
  })

  test('a query of 47 KB, as 2,048 points make, passes', async () => {
    listener = await listen('127.0.0.1', 0, (request, response) => response.end(String(request.url!.length)))
    expect(await (await fetch(`http://127.0.0.1:${listener.port}/?${'x'.repeat(47 * 1024)}`)).text()).toBe(
      String(47 * 1024 + 2),
    )
  })

  test('a taken port is an error that says so', async () => {
    listener = await listen('127.0.0.1', 0, () => undefined)
    await expect(listen('127.0.0.1', listener.port, () => undefined)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
