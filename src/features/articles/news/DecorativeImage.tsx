import { useState } from 'react'

/** A decorative picture. When it fails to load, its space stays empty instead of a broken-image icon. */
export function DecorativeImage({
  src,
  width,
  height,
  className,
  lazy = false,
}: {
  src: string
  /** Size in CSS pixels: only the ratio counts, which reserves the space before the picture has loaded. */
  width: number
  height: number
  className: string | undefined
  /** True for pictures below the first screenful, which load when they come near the viewport. */
  lazy?: boolean
}) {
  /** The source that failed to load; another source is tried again. */
  const [failedSrc, setFailedSrc] = useState('')
  if (failedSrc === src) return <span className={className} aria-hidden="true" />
  return (
    <img
      className={className}
      src={src}
      alt=""
      width={width}
      height={height}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  )
}
