import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { CropArea, type CropRect } from '#ui/CropArea.tsx'

/** Aspect ratios that pages use: wide covers, photographs, portraits, logos. */
const aspectRatios = { '16:9': 16 / 9, '4:3': 4 / 3, '3:4': 3 / 4, '1:1': 1 } as const
type AspectRatio = keyof typeof aspectRatios

/** Largest magnification in the crop frame. */
const maxZoom = 4
/** Quality of the encoder, from 0 to 1. */
const jpegQuality = 0.9

/** Crops a picture to one of these aspect ratios. */
export default function PictureCrop({
  file,
  onDone,
  onCancel,
}: {
  file: Blob
  onDone: (file: File) => void
  /** Called when the user cancels, and when the picture cannot be cropped. */
  onCancel: () => void
}) {
  const { t } = useTranslation('console')
  const [aspectRatio, setAspectRatio] = useState<AspectRatio>('16:9')
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const handleDone = async (rect: CropRect | undefined) => {
    const cropped = rect && (await cropPicture(file, rect))
    if (cropped) onDone(cropped)
    else onCancel()
  }
  return (
    <CropArea
      url={url}
      aspect={aspectRatios[aspectRatio]}
      maxZoom={maxZoom}
      labels={{
        title: t('field.cut'),
        frame: t('crop.frame'),
        zoom: t('crop.zoom'),
        cancel: t('action.cancel'),
        done: t('crop.done'),
      }}
      onDone={(rect) => void handleDone(rect)}
      onCancel={onCancel}
    >
      <SegmentedControl
        title={t('crop.shape')}
        choices={(Object.keys(aspectRatios) as AspectRatio[]).map((value) => ({ value, label: value }))}
        chosen={aspectRatio}
        onChoose={setAspectRatio}
      />
    </CropArea>
  )
}

/**
 * Cuts a rectangle, in pixels of the picture, out of a picture. A PNG stays one, because it may be transparent.
 * @returns undefined when the file is no picture, or the rectangle is empty
 */
async function cropPicture(file: Blob, { x, y, width, height }: CropRect): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap || width === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, jpegQuality))
  return blob ? new File([blob], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type }) : undefined
}
