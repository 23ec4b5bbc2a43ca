// Upper limits for a file with a line, the same for reading, cleaning, simplifying and writing.

export const MOST_FILE_POINTS = 50_000
/** as it is sent, and unpacked from an archive */
export const MOST_FILE_BYTES = 5_242_880
