import { useState } from 'react'

/** A picture that decorates a text. One that cannot be had leaves its room as it is, instead of a broken sign. */
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
  const [lost, setLost] = useState('')
  if (lost === src) return <span className={className} aria-hidden="true" />
  return (
    <img
      className={className}
      src={src}
      alt=""
      width={width}
      height={height}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      onError={() => setLost(src)}
    />
  )
}
