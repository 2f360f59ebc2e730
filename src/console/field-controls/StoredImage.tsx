import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { listImageFileNumbers } from '#contract/rich-text.ts'
import { api } from '#platform/api.ts'
import styles from './StoredImage.module.css'

/**
 * Shows a picture from the server, loaded with the user's token. Its alternative text is shown when it cannot
 * be loaded.
 */
export function StoredImage({
  fileNumber,
  alt,
  className,
}: {
  fileNumber: string
  alt: string
  className?: string | undefined
}) {
  const image = useRef<HTMLImageElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(
    () =>
      loadFile(
        fileNumber,
        (url) => {
          setFailed(false)
          if (image.current) image.current.src = url
        },
        () => setFailed(true),
      ),
    [fileNumber],
  )
  return <img ref={image} alt={alt} className={`${className ?? ''} ${hasFailed ? styles.missing : ''}`} />
}

/** Shows a picture of a rich text, loaded with the user's token. */
export function TextPicture({ src = '', alt, ...props }: ComponentProps<'img'>) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(
    () =>
      loadPicture(src, (url) => {
        if (image.current) image.current.src = url
      }),
    [src],
  )
  return <img {...props} ref={image} alt={alt ?? ''} />
}

/**
 * Loads a picture of a text with the user's token, because it may belong to an unpublished row. A picture of
 * another site, or one that fails, keeps its own URL.
 * @param onUrl receives the URL for the image element
 * @returns a function that cancels the request and releases the memory
 */
export function loadPicture(src: string, onUrl: (url: string) => void): () => void {
  const [fileNumber] = listImageFileNumbers({ type: 'image', attrs: { src } })
  return fileNumber === undefined
    ? (onUrl(src), () => undefined)
    : loadFile(fileNumber, onUrl, () => onUrl(src))
}

/**
 * Loads a stored file with the user's token.
 * @param onUrl receives a `blob:` URL, which is valid until the returned function is called
 * @param onError called when the file cannot be loaded
 * @returns a function that cancels the request and releases the memory
 */
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
