import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import { InvalidFileError } from './invalid-file-error.ts'

/** What sharp calls the kinds of images that we take. */
export type ImageKind = 'jpg' | 'png' | 'webp'

/** How a picture is made anew, and how many pixels it may have. */
export interface ImageOptions {
  /** Where it is made anew; it takes the place of the file that came. */
  reencodedPath: string
  maxPixels: number
  /** Of its shorter side. */
  leastSide: number
}

/** Longest time for one picture, in seconds. */
const timeoutSeconds = 15
/** Hardly to be told from the original, at a third of its bytes. */
const quality = 90

// One picture after the other: memory and the second processor stay free for people's requests.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Makes a picture anew in its place: upright, in sRGB, with nothing but its pixels. EXIF, place and profile are gone,
 * and so is whatever else stood in the file beside the picture. Its size is read before a pixel is.
 * @throws InvalidFileError
 */
export async function reencodeImage(
  path: string,
  kind: ImageKind,
  { reencodedPath, maxPixels, leastSide }: ImageOptions,
): Promise<void> {
  const format = kind === 'jpg' ? 'jpeg' : kind
  const { width, height, ...found } = await toInvalidFileError(
    sharp(path, { limitInputPixels: false }).metadata(),
  )
  if (found.format !== format) throw new InvalidFileError('unreadable')
  if (width * height > maxPixels) throw new InvalidFileError('too_many_pixels')
  if (Math.min(width, height) < leastSide) throw new InvalidFileError('too_few_pixels')
  const image = sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .toColourspace('srgb')
    .toFormat(format, format === 'png' ? {} : { quality })
  await toInvalidFileError(image.toFile(reencodedPath))
  await rename(reencodedPath, path)
}

/** A disk without room is no fault of the picture. */
async function toInvalidFileError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (/no space left|ENOSPC/i.test(String(error)))
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    throw new InvalidFileError('unreadable', error)
  }
}
