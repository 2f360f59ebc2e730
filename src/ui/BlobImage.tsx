import { useCallback } from 'react'

/** A picture that lies on this device. Its address is given back when it goes. */
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
