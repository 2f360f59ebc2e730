import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { loadFile, loadPicture } from './load-picture.ts'
import styles from './StoredImage.module.css'

/**
 * Shows a picture from the server, loaded with the user's token. Its alternative text is shown when it cannot
 * be loaded.
 */
export function StoredImage({
  no,
  alt,
  className,
}: {
  no: string
  alt: string
  className?: string | undefined
}) {
  const image = useRef<HTMLImageElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(
    () =>
      loadFile(
        no,
        (url) => {
          setMissing(false)
          if (image.current) image.current.src = url
        },
        () => setMissing(true),
      ),
    [no],
  )
  return <img ref={image} alt={alt} className={`${className ?? ''} ${isMissing ? styles.missing : ''}`} />
}

/** Shows a picture of a rich text, loaded in the same way. */
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
