import { useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import styles from './PictureCrop.module.css'

/** Shapes that pages have room for: wide covers, photographs, portraits, logos. */
const shapes = { '16:9': 16 / 9, '4:3': 4 / 3, '3:4': 3 / 4, '1:1': 1 } as const
type Shape = keyof typeof shapes

/** How far an arrow key moves the cut, in CSS pixels. */
const keyStep = 8
const furthestZoom = 4
const quality = 0.9

/** Cuts a picture to a shape: it is moved and enlarged under a frame, by finger, mouse or keys. */
export default function PictureCrop({
  file,
  onDone,
  onCancel,
}: {
  file: Blob
  onDone: (file: File) => void
  onCancel: () => void
}) {
  const { t } = useTranslation('console')
  const [shape, setShape] = useState<Shape>('16:9')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [url] = useState(() => URL.createObjectURL(file))
  const cut = useRef({ x: 0, y: 0, width: 0, height: 0 })
  const section = useRef<HTMLElement>(null)
  const slider = useId()
  useEffect(() => section.current?.focus(), [])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const take = async () => {
    const made = await cutPicture(file, cut.current)
    if (made) onDone(made)
    else onCancel()
  }
  return (
    <section ref={section} tabIndex={-1} data-own-buttons className={styles.crop} aria-label={t('field.cut')}>
      <ChoiceRow
        title={t('crop.shape')}
        choices={(Object.keys(shapes) as Shape[]).map((value) => ({ value, label: value }))}
        chosen={shape}
        onChoose={setShape}
      />
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={furthestZoom}
          aspect={shapes[shape]}
          keyboardStep={keyStep}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => {
            cut.current = pixels
          }}
          // Our policy takes no style that a script writes into the page; the sheet comes with this part.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('crop.frame'), role: 'group' }}
        />
      </div>
      <label className={styles.zoom} htmlFor={slider}>
        {t('crop.zoom')}
        <input
          id={slider}
          type="range"
          min={1}
          max={furthestZoom}
          step={0.01}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button look="filled" onClick={() => void take()}>
          {t('crop.done')}
        </Button>
      </div>
    </section>
  )
}

async function cutPicture(
  file: Blob,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<File | undefined> {
  const drawn = await createImageBitmap(file).catch(() => undefined)
  if (!drawn || width === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  canvas.getContext('2d')?.drawImage(drawn, x, y, width, height, 0, 0, canvas.width, canvas.height)
  drawn.close()
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  return blob ? new File([blob], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type }) : undefined
}
