import { listImageFileNumbers } from '#contract/rich-text.ts'
import { api } from '#lib/api.ts'

/**
 * Loads a picture of a text with the user's token, because it may belong to an unpublished row. A picture of
 * another site, or one that fails, keeps its own URL.
 * @returns a function that cancels the request and releases the memory
 */
export function loadPicture(src: string, show: (url: string) => void): () => void {
  const [no] = listImageFileNumbers({ type: 'image', attrs: { src } })
  return no === undefined ? (show(src), () => undefined) : loadFile(no, show, () => show(src))
}

/** Loads a stored file by its number in the same way. */
export function loadFile(no: string, show: (url: string) => void, fail: () => void): () => void {
  const controller = new AbortController()
  let url: string | undefined
  void (async () => {
    try {
      const { blob } = await api.downloadFile(no, { signal: controller.signal })
      if (controller.signal.aborted) return
      url = URL.createObjectURL(blob)
      show(url)
    } catch {
      if (!controller.signal.aborted) fail()
    }
  })()
  return () => {
    controller.abort()
    if (url !== undefined) URL.revokeObjectURL(url)
  }
}
