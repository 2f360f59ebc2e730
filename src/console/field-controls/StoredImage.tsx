import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { loadFile, loadPicture } from './load-picture.ts'
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
