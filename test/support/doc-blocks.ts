// Blocks of code of a page, by the heading that they stand under.

import { readFileSync } from 'node:fs'

const ROOT = new URL('../../', import.meta.url)

/** The blocks of that language under `### heading`, in order. */
export function docBlocks(page: string, heading: string, language: string): string[] {
  const section =
    readFileSync(new URL(page, ROOT), 'utf8')
      .split(`\n### ${heading}\n`)[1]
      ?.split(/\n##+ /)[0] ?? ''
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text)
}
