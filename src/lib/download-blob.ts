/** How long a blob's address must live for the browser to have read it, in milliseconds. */
const blobLifeMs = 60_000

/** Hands bytes to the browser's downloads under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = createTemporaryBlobUrl(blob)
  link.download = name
  link.click()
}

/** An address for bytes, which ends by itself. */
export function createTemporaryBlobUrl(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), blobLifeMs)
  return address
}
