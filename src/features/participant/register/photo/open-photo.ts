import { checkPhotoSize, readPhotoKind, type PhotoIssue } from './photo-rules.ts'

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
