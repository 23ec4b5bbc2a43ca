// Everything that is German, in one file of the page, which is loaded only when it is chosen.

import { de } from './de.ts'
import { toGerman } from './de-sentences.ts'
import type { Speech } from './speech.ts'

export const german: Speech = { words: de, translate: toGerman }
