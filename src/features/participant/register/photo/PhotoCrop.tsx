import { useTranslation } from 'react-i18next'
import { CropArea, type CropRect } from '#ui/CropArea.tsx'
import {
  type OpenedPhoto,
  getMaxZoom,
  photoRatio,
  type PhotoIssue,
  maxPhotoBytes,
  getPhotoSize,
} from './photo-rules.ts'

/** Crops the picture to the frame of an ID photo around the face. */
export default function PhotoCrop({
  photo,
  onDone,
  onCancel,
  onIssue,
}: {
  photo: OpenedPhoto
  onDone: (file: File) => void
  onCancel: () => void
  onIssue: (issue: PhotoIssue) => void
}) {
  const { t } = useTranslation('register')
  const { image, url } = photo
  /** @param cropRect undefined when the picture could not be shown */
  const finish = async (cropRect: CropRect | undefined) => {
    const file = cropRect && (await cropPhoto(image, cropRect).catch(() => undefined))
    if (file) return onDone(file)
    onIssue({ kind: 'unreadable' })
    return onCancel()
  }
  return (
    <CropArea
      url={url}
      aspect={photoRatio}
      maxZoom={getMaxZoom(image.naturalWidth, image.naturalHeight)}
      hasGrid={false}
      labels={{
        title: t('photo.crop.title'),
        frame: t('photo.crop.frame'),
        zoom: t('photo.crop.zoom'),
        cancel: t('photo.crop.cancel'),
        done: t('photo.crop.done'),
      }}
      onDone={(cropRect) => void finish(cropRect)}
      onCancel={onCancel}
    >
      <p>{t('photo.crop.text')}</p>
    </CropArea>
  )
}

/** JPEG qualities, tried in turn until the photo is small enough for the server. */
const qualities = [0.9, 0.75, 0.6]

/**
 * Renders the crop as a new JPEG, without location, camera and other metadata of the original.
 * @returns undefined when the browser has no canvas, or the photo stays too large
 */
async function cropPhoto(image: HTMLImageElement, cropRect: CropRect): Promise<File | undefined> {
  const { width, height } = getPhotoSize(cropRect.width)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency: without a background, transparent pixels would be black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  const { x, y, width: cropWidth, height: cropHeight } = cropRect
  context.drawImage(image, x, y, cropWidth, cropHeight, 0, 0, width, height)
  for (const quality of qualities) {
    // oxlint-disable-next-line no-await-in-loop -- the next quality is for a photo that came out too large
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= maxPhotoBytes) return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
  }
  return undefined
}
