import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import { InvalidFileError } from './invalid-file-error.ts'

/** Kinds of images that are accepted. */
export type ImageKind = 'jpg' | 'png' | 'webp'

/** How to re-encode a picture, and how many pixels it can have. */
export interface ImageOptions {
  /** Path of the temporary result, which then replaces the original. */
  reencodedPath: string
  maxPixels: number
  /** Minimum length of the shorter side, in pixels. */
  minSide: number
}

/** Timeout for one picture, in seconds. */
const timeoutSeconds = 15
/** Quality of re-encoded JPEG and WebP, from 1 to 100: it looks like the original at a third of its bytes. */
const quality = 90

// One picture at a time: memory and the second processor stay free for requests.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Re-encodes a picture in place: upright, in sRGB, pixels only. EXIF data, location, profile and anything else in the
 * file are removed. Its size is read before its pixels.
 * @throws InvalidFileError
 */
export async function reencodeImage(
  path: string,
  kind: ImageKind,
  { reencodedPath, maxPixels, minSide }: ImageOptions,
): Promise<void> {
  const format = kind === 'jpg' ? 'jpeg' : kind
  // Metadata are read without the pixels, so their number needs no limit here.
  const { width, height, ...metadata } = await toInvalidFileError(
    sharp(path, { limitInputPixels: false }).metadata(),
  )
  if (metadata.format !== format) throw new InvalidFileError('unreadable')
  if (width * height > maxPixels) throw new InvalidFileError('too_many_pixels')
  if (Math.min(width, height) < minSide) throw new InvalidFileError('too_few_pixels')
  const image = sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .toColourspace('srgb')
    .toFormat(format, format === 'png' ? {} : { quality })
  await toInvalidFileError(image.toFile(reencodedPath))
  await rename(reencodedPath, path)
}

/** Converts errors to InvalidFileError, except for a full disk, which is no fault of the picture. */
async function toInvalidFileError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (/no space left|ENOSPC/i.test(String(error)))
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    throw new InvalidFileError('unreadable', error)
  }
}
