import type { CropRect } from '#ui/CropArea.tsx'
import { mostPhotoBytes, photoSize } from './photo-rules.ts'

/** Tried one after the other until the photo is small enough to be taken. */
const qualities = [0.9, 0.75, 0.6]

/** Makes the photo anew from the cut: a JPEG without place, camera and whatever else the file told. */
export async function cropPhoto(image: HTMLImageElement, cut: CropRect): Promise<File | undefined> {
  const { width, height } = photoSize(cut.width)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const drawing = canvas.getContext('2d')
  if (!drawing) return undefined
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, width, height)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, width, height)
  for (const quality of qualities) {
    // oxlint-disable-next-line no-await-in-loop -- the next quality is for a photo that came out too large
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= mostPhotoBytes) return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
  }
  return undefined
}
