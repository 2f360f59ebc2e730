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
  width: number
  height: number
  className: string | undefined
  lazy?: boolean
}) {
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
