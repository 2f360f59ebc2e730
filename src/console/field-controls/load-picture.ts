import { listImageFileNumbers } from '#contract/rich-text.ts'
import { api } from '#platform/api.ts'

/**
 * Loads a picture of a text with the user's token, because it may belong to an unpublished row. A picture of
 * another site, or one that fails, keeps its own URL.
 * @returns a function that cancels the request and releases the memory
 */
export function loadPicture(src: string, onUrl: (url: string) => void): () => void {
  const [fileNumber] = listImageFileNumbers({ type: 'image', attrs: { src } })
  return fileNumber === undefined
    ? (onUrl(src), () => undefined)
    : loadFile(fileNumber, onUrl, () => onUrl(src))
}

/** Loads a stored file with the user's token. Parameters and result are as in {@link loadPicture}. */
export function loadFile(fileNumber: string, onUrl: (url: string) => void, onError: () => void): () => void {
  const controller = new AbortController()
  let url: string | undefined
  void (async () => {
    try {
      const { blob } = await api.downloadFile(fileNumber, { signal: controller.signal })
      if (controller.signal.aborted) return
      url = URL.createObjectURL(blob)
      onUrl(url)
    } catch {
      if (!controller.signal.aborted) onError()
    }
  })()
  return () => {
    controller.abort()
    if (url !== undefined) URL.revokeObjectURL(url)
  }
}
