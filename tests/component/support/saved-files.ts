import { onTestFinished, vi } from 'vitest'

/** A file that the page handed to the browser. */
interface SavedFile {
  name: string
  blob: Blob
}

/** Intercepts the files that the page saves during this test, and lists them. */
export function catchFiles(): SavedFile[] {
  const files: SavedFile[] = []
  const blobs = new Map<string, Blob>()
  const createAddress = URL.createObjectURL.bind(URL)
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const address = createAddress(blob)
      blobs.set(address, blob as Blob)
      return address
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, blob: blobs.get(this.href) ?? new Blob() })
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return files
}
