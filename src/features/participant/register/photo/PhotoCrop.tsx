import { useTranslation } from 'react-i18next'
import { CropArea, type CropRect } from '#ui/CropArea.tsx'
import { cropPhoto } from './crop-photo.ts'
import type { OpenedPhoto } from './open-photo.ts'
import { getMaxZoom, photoRatio, type PhotoIssue } from './photo-rules.ts'

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
