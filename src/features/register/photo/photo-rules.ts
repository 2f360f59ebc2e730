import { idPhotoRules } from '#contract/file-kinds.ts'

/** Width to height of an ID photo: 25 mm x 35 mm, the Chinese one-inch photo, and 35 mm x 49 mm have the same. */
export const photoRatio = 5 / 7

/** Fewest pixels that print sharply on a badge: one inch at 300 dots an inch. */
export const minPhotoSize = { width: 295, height: 413 } as const

/** A photo is made no larger: 35 mm x 49 mm at 760 dots an inch, some 300 kB. */
export const largestWidth = 1050

/** Most bytes and pixels that the server takes. */
export const { maxBytes: mostPhotoBytes, maxPixels: mostPhotoPixels } = idPhotoRules

/** Why a file cannot become an ID photo. */
export type PhotoIssue =
  | { kind: 'heic' | 'pdf' | 'other' | 'unreadable' }
  | { kind: 'too_many_pixels'; megapixels: number }
  | { kind: 'too_small'; width: number; height: number }

/** What a file is by its first bytes, whatever its name says. */
export function readPhotoKind(head: Uint8Array): 'picture' | 'heic' | 'pdf' | 'other' {
  const text = (from: number, length: number) => String.fromCharCode(...head.subarray(from, from + length))
  if (head[0] === 0xff && head[1] === 0xd8) return 'picture'
  if (text(1, 3) === 'PNG') return 'picture'
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return 'picture'
  if (text(4, 4) === 'ftyp' && /^(hei|hev|mif1|msf1|avi)/.test(text(8, 4))) return 'heic'
  return text(0, 4) === '%PDF' ? 'pdf' : 'other'
}

/** Whether a picture of this size can become an ID photo. */
export function checkPhotoSize(width: number, height: number): PhotoIssue | undefined {
  if (width * height > mostPhotoPixels)
    return { kind: 'too_many_pixels', megapixels: Math.round((width * height) / 1_000_000) }
  if (width < minPhotoSize.width || height < minPhotoSize.height) return { kind: 'too_small', width, height }
  return undefined
}

/** How far may be zoomed in until the cut has too few pixels. */
export function getMaxZoom(width: number, height: number): number {
  const widestCut = Math.min(width, height * photoRatio)
  return Math.max(1, Math.min(4, widestCut / minPhotoSize.width))
}

/** Pixels of the photo that is made of a cut: as many as the cut has, within what is taken and what is needed. */
export function photoSize(cutWidth: number): { width: number; height: number } {
  const width = Math.round(Math.min(Math.max(cutWidth, idPhotoRules.leastSide), largestWidth))
  return { width, height: Math.round(width / photoRatio) }
}
