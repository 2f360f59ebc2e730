import { listImageFileNumbers } from '#contract/rich-text.ts'
import { api } from '#lib/api.ts'

/**
 * Fetches a picture with the rights of whoever is signed in: one of a row that is not published is no other's. A picture
 * from elsewhere, and one that does not come, is left to its own address.
 * @returns gives up, and gives the memory back
 */
export function loadPicture(src: string, show: (address: string) => void): () => void {
  const [no] = listImageFileNumbers({ type: 'image', attrs: { src } })
  return no === undefined ? (show(src), () => undefined) : loadFile(no, show, () => show(src))
}

/** The same for a stored file by its number. */
export function loadFile(no: string, show: (address: string) => void, fail: () => void): () => void {
  const given = new AbortController()
  let address: string | undefined
  void (async () => {
    try {
      const { blob } = await api.downloadFile(no, { signal: given.signal })
      if (given.signal.aborted) return
      address = URL.createObjectURL(blob)
      show(address)
    } catch {
      if (!given.signal.aborted) fail()
    }
  })()
  return () => {
    given.abort()
    if (address !== undefined) URL.revokeObjectURL(address)
  }
}
