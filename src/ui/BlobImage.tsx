import { useCallback } from 'react'

/** A picture stored on this device. Its object URL is revoked on unmount. */
export function BlobImage({
  file,
  alt,
  className,
}: {
  file: Blob
  alt: string
  className?: string | undefined
}) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} alt={alt} className={className} />
}
