import { useCallback } from 'react'

/** A picture stored on this device. Its object URL is revoked on unmount, and when the file changes. */
export function BlobImage({
  file,
  alt,
  className,
}: {
  file: Blob
  alt: string
  className?: string | undefined
}) {
  // As the ref, it runs when the image is mounted. React calls the returned function when it is unmounted.
  const showFile = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={showFile} alt={alt} className={className} />
}
