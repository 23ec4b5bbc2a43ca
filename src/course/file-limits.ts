// What a file of a line may hold at most, whoever reads, cleans, simplifies or writes it.

export const MOST_FILE_POINTS = 50_000
/** as it is sent, and unpacked from an archive */
export const MOST_FILE_BYTES = 5_242_880
