// Hands a text or bytes to the browser as a file to keep. Nothing leaves the page.

export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type = 'application/gpx+xml'): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const MOST_LETTERS = 80

/** A name for a file as every system takes it, without an ending; `otherwise` where nothing is left of it. */
export function fileName(name: string, otherwise: string): string {
  const tidy = name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ')
  const letters = [...tidy].slice(0, MOST_LETTERS)
  const isKept = (letter: string) => letter !== '.' && letter !== ' '
  const kept = letters.slice(Math.max(letters.findIndex(isKept), 0), letters.findLastIndex(isKept) + 1).join('')
  return kept === '' ? otherwise : kept
}
