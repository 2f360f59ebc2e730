/** How long a file made in the page stays for the browser to fetch it: a person may first be asked where to put it. */
const keptMs = 60_000

/** Hands a text made on this device to the browser as a file, with or without network. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
