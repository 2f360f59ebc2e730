/** How long the browser can read the file: it may ask the user for a location first. */
const revokeDelayMs = 60_000

/** Saves a text as a file, with or without network. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs)
}
