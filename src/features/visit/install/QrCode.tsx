import { lazy } from 'react'

interface QrCodeProps {
  /** What the code contains. */
  text: string
  /** Accessible name of the picture. */
  label: string
}

/**
 * A QR code as one SVG path. Medium error correction tolerates smudges. The caller pads it with the blank margin that
 * scanners need.
 * The encoder takes some kilobytes that few screens need, so it loads with the first code.
 */
export const QrCode = lazy(async () => {
  const { create } = await import('qrcode')
  return {
    default({ text, label }: QrCodeProps) {
      const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
      // A unit square for each dark module, row by row.
      const path = Array.from(data, (isDark, index) =>
        isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
      )
      return (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn from the text, there is no image file
        <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
          <path fill="#000000" d={path.join('')} />
        </svg>
      )
    },
  }
})
