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
