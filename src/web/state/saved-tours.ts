// The tours that are saved in this browser, as every panel sees them.

import { signal } from '@preact/signals'
import { loadTours, type Tour } from '../plan/tours.ts'

export const savedTours = signal<readonly Tour[]>(loadTours())
/** Another window of the page may have changed them. */
addEventListener('storage', () => (savedTours.value = loadTours()))
