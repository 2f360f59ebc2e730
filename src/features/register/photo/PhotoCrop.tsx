import { useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { cutPhoto, type Cut } from './cut-photo.ts'
import type { OpenedPhoto } from './open-photo.ts'
import { furthestZoom, photoRatio, type PhotoFault } from './photo-rules.ts'
import styles from './PhotoCrop.module.css'

/** How far an arrow key moves the cut, in CSS pixels. */
const keyStep = 8

/** Where the face is: the picture is moved and enlarged under a frame, by finger, mouse or keys. */
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
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const cut = useRef<Cut>(undefined)
  const slider = useId()
  const { image, url } = opened
  const section = useRef<HTMLElement>(null)
  // The button that opened it is gone: the keyboard goes on here.
  useEffect(() => section.current?.focus(), [])
  const maxZoom = furthestZoom(image.naturalWidth, image.naturalHeight)
  const take = async () => {
    const file = cut.current && (await cutPhoto(image, cut.current).catch(() => undefined))
    if (file) return onDone(file)
    onFault({ kind: 'unreadable' })
    return onCancel()
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-own-buttons
      className={styles.crop}
      aria-label={t('photo.crop.title')}
    >
      <p>{t('photo.crop.text')}</p>
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={maxZoom}
          aspect={photoRatio}
          showGrid={false}
          keyboardStep={keyStep}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => {
            cut.current = pixels
          }}
          // Our policy takes no style that a script writes into the page; the sheet comes with this part.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('photo.crop.frame'), role: 'group' }}
        />
      </div>
      <label className={styles.zoom} htmlFor={slider}>
        {t('photo.crop.zoom')}
        <input
          id={slider}
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={zoom}
          disabled={maxZoom === 1}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('photo.crop.cancel')}</Button>
        <Button look="filled" onClick={() => void take()}>
          {t('photo.crop.done')}
        </Button>
      </div>
    </section>
  )
}
