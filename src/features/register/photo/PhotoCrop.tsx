import { useTranslation } from 'react-i18next'
import { CropArea, type CropRect } from '#ui/CropArea.tsx'
import { cutPhoto } from './cut-photo.ts'
import type { OpenedPhoto } from './open-photo.ts'
import { furthestZoom, photoRatio, type PhotoFault } from './photo-rules.ts'

/** Where the face is: the frame of an ID photo over the picture. */
export default function PhotoCrop({
  opened,
  onDone,
  onCancel,
  onFault,
}: {
  opened: OpenedPhoto
  onDone: (file: File) => void
  onCancel: () => void
  onFault: (fault: PhotoFault) => void
}) {
  const { t } = useTranslation('register')
  const { image, url } = opened
  const take = async (cut: CropRect | undefined) => {
    const file = cut && (await cutPhoto(image, cut).catch(() => undefined))
    if (file) return onDone(file)
    onFault({ kind: 'unreadable' })
    return onCancel()
  }
  return (
    <CropArea
      url={url}
      aspect={photoRatio}
      maxZoom={furthestZoom(image.naturalWidth, image.naturalHeight)}
      hasGrid={false}
      words={{
        title: t('photo.crop.title'),
        frame: t('photo.crop.frame'),
        zoom: t('photo.crop.zoom'),
        cancel: t('photo.crop.cancel'),
        done: t('photo.crop.done'),
      }}
      onDone={(cut) => void take(cut)}
      onCancel={onCancel}
    >
      <p>{t('photo.crop.text')}</p>
    </CropArea>
  )
}
