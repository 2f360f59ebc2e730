import { idPhotoRules } from '#contract/file-kinds.ts'

/** Width to height of an ID photo; the Chinese one-inch photo (25 mm x 35 mm) and 35 mm x 49 mm share it. */
export const photoRatio = 5 / 7

/** Minimum size of the crop in pixels, for a sharp badge: a one-inch photo at 300 dpi. */
export const minPhotoSize = { width: 295, height: 413 } as const

/** Maximum width of the created photo: 35 mm x 49 mm at 760 dpi, about 300 kB. */
const maxPhotoWidth = 1050

/** Maximum bytes and pixels that the server accepts. */
export const { maxBytes: maxPhotoBytes, maxPixels: maxPhotoPixels } = idPhotoRules

/** Why a file cannot become an ID photo. */
export type PhotoIssue =
  | { kind: 'heic' | 'pdf' | 'other' | 'unreadable' }
  | { kind: 'too_many_pixels'; megapixels: number }
  | { kind: 'too_small'; width: number; height: number }

/**
 * Detects the file format by its first bytes, because a name may be wrong. `picture` is a format that the server
 * accepts: JPEG, PNG or WebP. `heic` includes AVIF, which not every browser can decode either.
 */
export function readPhotoKind(firstBytes: Uint8Array): 'picture' | 'heic' | 'pdf' | 'other' {
  const readText = (from: number, length: number) =>
    String.fromCharCode(...firstBytes.subarray(from, from + length))
  // JPEG.
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xd8) return 'picture'
  if (readText(1, 3) === 'PNG') return 'picture'
  if (readText(0, 4) === 'RIFF' && readText(8, 4) === 'WEBP') return 'picture'
  // `ftypheic`, `ftyphevc`, `ftypmif1`, `ftypavif` and others of the family.
  if (readText(4, 4) === 'ftyp' && /^(hei|hev|mif1|msf1|avi)/.test(readText(8, 4))) return 'heic'
  return readText(0, 4) === '%PDF' ? 'pdf' : 'other'
}

/** Checks the size of a picture. @returns the issue, or undefined when it fits */
export function checkPhotoSize(width: number, height: number): PhotoIssue | undefined {
  if (width * height > maxPhotoPixels)
    return { kind: 'too_many_pixels', megapixels: Math.round((width * height) / 1_000_000) }
  if (width < minPhotoSize.width || height < minPhotoSize.height) return { kind: 'too_small', width, height }
  return undefined
}

/** Returns the maximum zoom at which the crop still has enough pixels: from 1, at most 4. */
export function getMaxZoom(width: number, height: number): number {
  const maxCropWidth = Math.min(width, height * photoRatio)
  return Math.max(1, Math.min(4, maxCropWidth / minPhotoSize.width))
}

/**
 * Returns the size in pixels of the created photo: that of the crop, within minimum and maximum. The server's minimum
 * is slightly larger than that of the crop, which is scaled up then.
 */
export function getPhotoSize(cropWidth: number): { width: number; height: number } {
  const width = Math.round(Math.min(Math.max(cropWidth, idPhotoRules.leastSide), maxPhotoWidth))
  return { width, height: Math.round(width / photoRatio) }
}

/** A chosen picture that can be cropped. Release its URL with `URL.revokeObjectURL`. */
export interface OpenedPhoto {
  url: string
  image: HTMLImageElement
}

/** Enough bytes to detect every format. */
const signatureBytes = 16

/**
 * Opens a file as a picture.
 * Browsers rotate it by its EXIF orientation, so the size is that of the upright picture. HEIC works where the browser
 * can decode it.
 */
export async function openPhoto(file: Blob): Promise<OpenedPhoto | PhotoIssue> {
  // Fails for a cloud file without network and for a file deleted since it was chosen.
  const firstBytes = await file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => undefined)
  if (!firstBytes) return { kind: 'unreadable' }
  const kind = readPhotoKind(new Uint8Array(firstBytes))
  if (kind === 'pdf' || kind === 'other') return { kind }
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    // The size is known from the header, so a picture that is too large is never decoded.
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
    })
  } catch {
    URL.revokeObjectURL(url)
    return { kind: kind === 'heic' ? 'heic' : 'unreadable' }
  }
  const issue = checkPhotoSize(image.naturalWidth, image.naturalHeight)
  if (!issue) return { url, image }
  URL.revokeObjectURL(url)
  return issue
}
