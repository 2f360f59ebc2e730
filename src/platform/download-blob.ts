/** How long a blob URL lives, so that the browser can read it, in milliseconds. */
const blobLifeMs = 60_000

/** Starts a download of a blob under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = createTemporaryBlobUrl(blob)
  link.download = name
  link.click()
}

/** Creates a blob URL that is revoked by itself. */
export function createTemporaryBlobUrl(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), blobLifeMs)
  return address
}
