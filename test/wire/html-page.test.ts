import { expect, test } from 'vitest'
import { htmlPage, pagePolicy } from '../../src/wire/html-page.ts'

test('a policy allows what is named, and nothing else', () => {
  expect(pagePolicy({ 'style-src': "'self'" }, "'self'")).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
})

test('a page has its title, its style and its body', () => {
  const page = htmlPage('Waypost', 'a{}', '<main></main>')
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
  for (const part of ['<title>Waypost</title>', '<style>a{}</style>', '<body>\n<main></main>\n</body>'])
    expect(page).toContain(part)
})
