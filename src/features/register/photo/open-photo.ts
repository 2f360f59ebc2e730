import { checkPhotoSize, readPhotoKind, type PhotoIssue } from './photo-rules.ts'

/** A picture that was chosen and can be cut. Its address is to be given back with `URL.revokeObjectURL`. */
export interface OpenedPhoto {
  url: string
  image: HTMLImageElement
}

/** Enough to tell every kind. */
const headBytes = 16

/**
 * Opens a file as a picture. Browsers turn it upright by its EXIF mark, and so its measures are those of the upright one;
 * a HEIC is taken where the browser can show it.
 */
export async function openPhoto(file: Blob): Promise<OpenedPhoto | PhotoIssue> {
  // A file of a cloud that is not on the phone cannot be read without network, nor one that was deleted meanwhile.
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => undefined)
  if (!head) return { kind: 'unreadable' }
  const kind = readPhotoKind(new Uint8Array(head))
  if (kind === 'pdf' || kind === 'other') return { kind }
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    // The measures come with the head of the file: a picture that is too large is never unpacked.
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
    })
  } catch {
    URL.revokeObjectURL(url)
    return { kind: kind === 'heic' ? 'heic' : 'unreadable' }
  }
  const fault = checkPhotoSize(image.naturalWidth, image.naturalHeight)
  if (!fault) return { url, image }
  URL.revokeObjectURL(url)
  return fault
}
