import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from './Button.tsx'
import styles from './CropArea.module.css'

/** The selected area of a picture, in the picture's pixels. */
export interface CropRect {
  x: number
  y: number
  width: number
  height: number
}

interface CropAreaProps {
  /** Address of the picture. */
  url: string
  /** Width by height of the frame. */
  aspect: number
  /** How far it can be enlarged; 1 for a picture that is just large enough. */
  maxZoom: number
  /** Lines of thirds in the frame. */
  hasGrid?: boolean
  words: Readonly<Record<'title' | 'frame' | 'zoom' | 'cancel' | 'done', string>>
  /** Content above the picture. */
  children?: ReactNode
  /** @param cut undefined when the picture could not be shown */
  onDone: (cut: CropRect | undefined) => void
  onCancel: () => void
}

/** How far an arrow key moves the cut, in CSS pixels. */
const keyStep = 8

/** A picture that is moved and enlarged under a frame, by finger, mouse or keys. */
export function CropArea({ url, aspect, maxZoom, hasGrid = true, words, ...rest }: CropAreaProps) {
  const { children, onDone, onCancel } = rest
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const cut = useRef<CropRect>(undefined)
  const slider = useId()
  const section = useRef<HTMLElement>(null)
  // The button that opened it is gone, so the focus moves here.
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} tabIndex={-1} data-own-buttons className={styles.crop} aria-label={words.title}>
      {children}
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={maxZoom}
          aspect={aspect}
          showGrid={hasGrid}
          keyboardStep={keyStep}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => {
            cut.current = pixels
          }}
          // The content security policy refuses styles that scripts insert. The stylesheet is loaded with this chunk.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': words.frame, role: 'group' }}
        />
      </div>
      <label className={styles.zoom} htmlFor={slider}>
        {words.zoom}
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
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button look="filled" onClick={() => onDone(cut.current)}>
          {words.done}
        </Button>
      </div>
    </section>
  )
}
