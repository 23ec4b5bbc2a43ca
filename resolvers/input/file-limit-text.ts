// What descriptions say of the most that a file of a line may hold.

import { MOST_FILE_BYTES, MOST_FILE_POINTS } from '../../src/course/file-limits.ts'

export const MOST_POINTS_WORDS = `${MOST_FILE_POINTS.toLocaleString('en')} points`
/** of its bytes and points */
export const FILE_LIMIT_WORDS = `${MOST_FILE_BYTES / 2 ** 20} MB and ${MOST_POINTS_WORDS}`
