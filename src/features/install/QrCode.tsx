import { create } from 'qrcode'

/**
 * A QR code as one path. Medium correction, so that a smudge on a printed or projected code does no harm; the quiet zone
 * is the room around it.
 */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const path = Array.from(data, (dark, place) =>
    dark ? `M${place % size} ${Math.floor(place / size)}h1v1h-1z` : '',
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here from the text, there is no file
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="#000000" d={path.join('')} />
    </svg>
  )
}
