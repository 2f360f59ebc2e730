import type { CropRect } from '#ui/CropArea.tsx'
import { maxPhotoBytes, getPhotoSize } from './photo-rules.ts'

/** Tried in turn until the JPEG is small enough for the server. */
const qualities = [0.9, 0.75, 0.6]

/** Renders the crop as a new JPEG, without location, camera and other metadata of the original. */
export async function cropPhoto(image: HTMLImageElement, cut: CropRect): Promise<File | undefined> {
  const { width, height } = getPhotoSize(cut.width)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, width, height)
  for (const quality of qualities) {
    // oxlint-disable-next-line no-await-in-loop -- the next quality is for a photo that came out too large
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= maxPhotoBytes) return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
  }
  return undefined
}
