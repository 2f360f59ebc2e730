import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { loadFile, loadPicture } from './load-picture.ts'
import styles from './StoredImage.module.css'

/** A picture that lies on the server, fetched with the person's own rights. Its name stands there while it does not come. */
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
        (address) => {
          setMissing(false)
          if (image.current) image.current.src = address
        },
        () => setMissing(true),
      ),
    [no],
  )
  return <img ref={image} alt={alt} className={`${className ?? ''} ${isMissing ? styles.missing : ''}`} />
}

/** A picture of a rich text, fetched in the same way. */
export function TextPicture({ src = '', alt, ...place }: ComponentProps<'img'>) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(
    () =>
      loadPicture(src, (address) => {
        if (image.current) image.current.src = address
      }),
    [src],
  )
  return <img {...place} ref={image} alt={alt ?? ''} />
}
