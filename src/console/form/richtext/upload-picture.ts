import { paths } from '#contract/api.ts'
import { photoRules } from '#contract/file-kinds.ts'
import type { FileValue } from '#contract/row.ts'
import { api, getFileUrl } from '#platform/api.ts'

/** Maximum side in pixels: twice the widest text column, for sharp display. */
const maxSidePx = 2000
/** A file up to this size, in bytes, is uploaded unchanged when it is not scaled down. */
const maxUnscaledBytes = 600_000
const encodingQuality = 0.85
/** Timeout of the upload in milliseconds. */
const limitMs = 60_000

/** A picture on the server as a text refers to it. */
export interface UploadedPicture {
  src: string
  width: number
  height: number
}

/**
 * Uploads a picture for a text, scaled down to the size that a page shows.
 * @returns undefined when the file is no picture
 * @throws ApiError, NetworkError
 */
export async function uploadPicture(
  file: File,
  { module, field }: { module: string; field: string },
): Promise<UploadedPicture | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap || bitmap.width * bitmap.height > photoRules.maxPixels) return undefined
  const { blob, width, height } = await scaleDown(file, bitmap)
  bitmap.close()
  const form = new FormData()
  form.append('module', module)
  form.append('field', field)
  form.append('file', blob, blob === file ? file.name : `picture.${blob.type.split('/')[1]}`)
  const { no } = (await api.post(paths.upload, form, { limitMs })) as FileValue
  return { src: new URL(getFileUrl(no), location.href).pathname, width, height }
}

/** Scales a large picture down. The bitmap already has the orientation of the file's metadata. */
async function scaleDown(
  file: File,
  bitmap: ImageBitmap,
): Promise<{ blob: Blob; width: number; height: number }> {
  const { width, height } = bitmap
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  if (scale === 1 && file.size <= maxUnscaledBytes) return { blob: file, width, height }
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg'
  const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, encodingQuality))
  // A browser that cannot encode the type writes a PNG, which may be larger than the original.
  if (!encoded || encoded.type !== type) return { blob: file, width, height }
  return { blob: encoded, width: canvas.width, height: canvas.height }
}
