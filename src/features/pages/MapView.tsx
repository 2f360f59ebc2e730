import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
  /** What was in the middle of the window stays there. */
  const zoomTo = (next: number) => {
    const before = pane.current && middleOf(pane.current)
    flushSync(() => setZoom(next))
    if (before) moveTo(pane.current, before)
  }
  return (
    <dialog ref={dialog} className={styles.view} aria-label={t('map.title')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div ref={pane} className={styles.pane} tabIndex={0}>
        <div className={styles.sheet} data-zoom={zoom}>
          <MapDrawing map={map} />
        </div>
      </div>
      <div className={styles.tools}>
        <Tool name="minus" label={t('map.smaller')} disabled={zoom === 1} onClick={() => zoomTo(zoom - 1)} />
        <Tool
          name="plus"
          label={t('map.larger')}
          disabled={zoom === mostZoom}
          onClick={() => zoomTo(zoom + 1)}
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

/** The middle of what is seen, as shares of the whole. */
function middleOf(pane: HTMLElement): { x: number; y: number } {
  return {
    x: (pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth,
    y: (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight,
  }
}

function moveTo(pane: HTMLElement | null, { x, y }: { x: number; y: number }): void {
  if (!pane) return
  pane.scrollLeft = x * pane.scrollWidth - pane.clientWidth / 2
  pane.scrollTop = y * pane.scrollHeight - pane.clientHeight / 2
}
