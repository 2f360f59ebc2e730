import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { MapLayout } from './map-places.ts'
import { MapDrawing } from './MapDrawing.tsx'
import styles from './MapView.module.css'

/** How often the drawing is as wide as the window at its largest. */
const mostZoom = 4

/** The map over the whole screen: moved by finger or arrow keys, larger and smaller by buttons. */
export function MapView({ map, onClose }: { map: MapLayout; onClose: () => void }) {
  const { t } = useTranslation('pages')
  const common = useTranslation('common').t
  const [zoom, setZoom] = useState(1)
  const dialog = useRef<HTMLDialogElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  // The venue, in the middle, stays there.
  useEffect(() => {
    const { current } = pane
    current?.scrollTo(
      (current.scrollWidth - current.clientWidth) / 2,
      (current.scrollHeight - current.clientHeight) / 2,
    )
  }, [zoom])
  return (
    <dialog ref={dialog} className={styles.view} aria-label={t('map.title')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div ref={pane} className={styles.pane} tabIndex={0}>
        <div className={styles.sheet} data-zoom={zoom}>
          <MapDrawing map={map} />
        </div>
      </div>
      <div className={styles.tools}>
        <Tool name="minus" label={t('map.smaller')} disabled={zoom === 1} onClick={() => setZoom(zoom - 1)} />
        <Tool
          name="plus"
          label={t('map.larger')}
          disabled={zoom === mostZoom}
          onClick={() => setZoom(zoom + 1)}
        />
        <Tool name="close" label={common('close')} disabled={false} onClick={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}

function Tool({
  name,
  label,
  disabled,
  onClick,
}: {
  name: 'plus' | 'minus' | 'close'
  label: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button type="button" className={styles.tool} aria-label={label} disabled={disabled} onClick={onClick}>
      <Icon name={name} />
    </button>
  )
}
