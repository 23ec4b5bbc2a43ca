// Sentences with `code spans` as HTML.

import { escapeText } from '../../src/wire/markup-text.ts'

export const withCode = (text: string): string => escapeText(text).replace(/`([^`]{1,200})`/g, '<code>$1</code>')
