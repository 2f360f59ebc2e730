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
  /** URL of the picture. */
  url: string
  /** Width by height of the frame. */
  aspect: number
  /** Maximum zoom factor; 1 for a picture that is just large enough, which then cannot be zoomed. */
  maxZoom: number
  /** Shows the lines of thirds in the frame. */
  hasGrid?: boolean
  /** Accessible names of the area, the frame and the zoom slider, and the texts of the buttons. */
  labels: Readonly<Record<'title' | 'frame' | 'zoom' | 'cancel' | 'done', string>>
  /** Content above the picture. */
  children?: ReactNode
  /** Called with the selected area; undefined when the picture could not be shown. */
  onDone: (cropRect: CropRect | undefined) => void
  onCancel: () => void
}

/** How far an arrow key moves the picture, in CSS pixels. */
const keyStepPx = 8

/** Lets the user select an area of a picture, which moves and zooms under a fixed frame by touch, mouse or keys. */
export function CropArea({ url, aspect, maxZoom, hasGrid = true, labels, ...rest }: CropAreaProps) {
  const { children, onDone, onCancel } = rest
  // How far the picture is moved, in CSS pixels.
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  /** Undefined until the picture is loaded. */
  const cropRect = useRef<CropRect>(undefined)
  const sliderId = useId()
  const section = useRef<HTMLElement>(null)
  // The button that opened this area is gone, so the focus moves here.
  useEffect(() => section.current?.focus(), [])
  return (
    // `data-own-buttons` hides the footer of the form around it (FormFooter.module.css).
    <section ref={section} tabIndex={-1} data-own-buttons className={styles.crop} aria-label={labels.title}>
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
          keyboardStep={keyStepPx}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => {
            cropRect.current = pixels
          }}
          // The content security policy refuses styles that scripts insert. The stylesheet is loaded with this chunk.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': labels.frame, role: 'group' }}
        />
      </div>
      <label className={styles.zoom} htmlFor={sliderId}>
        {labels.zoom}
        <input
          id={sliderId}
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
        <Button onClick={onCancel}>{labels.cancel}</Button>
        <Button variant="filled" onClick={() => onDone(cropRect.current)}>
          {labels.done}
        </Button>
      </div>
    </section>
  )
}
