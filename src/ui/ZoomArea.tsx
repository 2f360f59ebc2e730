import { useSelector } from '@tanstack/react-store'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from './Icon.tsx'
import { maxZoom, type Zoom } from './zoom.ts'
import styles from './ZoomArea.module.css'

/**
 * A picture that can be zoomed and moved in a frame, by touch, mouse, wheel, buttons and keys (+, −, 0, arrows).
 * The browser itself scrolls the frame by arrow keys.
 * @param zoom result of `createZoom`, which the screen can also use to zoom to a point
 * @param label accessible name of the frame
 * @param isTall fills the available height instead of the aspect ratio of a plan
 */
export function ZoomArea({
  zoom,
  label,
  isTall = false,
  children,
}: {
  zoom: Zoom
  label: string
  isTall?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const { attach, factor, grow, shrink, showWhole } = zoom
  const zoomFactor = useSelector(factor)
  const onKeyDown = (event: KeyboardEvent) => {
    // With these keys the browser zooms the page.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // On many keyboards `=` is the plus key without Shift.
    if (event.key === '+' || event.key === '=') grow()
    if (event.key === '-') shrink()
    if (event.key === '0') showWhole()
  }
  const isZoomed = zoomFactor > 1
  return (
    <div className={styles.area} data-tall={isTall || undefined}>
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keys; what they do, the buttons below do as well */}
      <section ref={attach} className={styles.frame} tabIndex={0} aria-label={label} onKeyDown={onKeyDown}>
        <div className={styles.surface}>{children}</div>
      </section>
      {/* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.buttons}>
        <ZoomButton name="plus" label={t('zoom.in')} isEnabled={zoomFactor < maxZoom} onClick={grow} />
        <ZoomButton name="minus" label={t('zoom.out')} isEnabled={isZoomed} onClick={shrink} />
        <ZoomButton name="whole" label={t('zoom.whole')} isEnabled={isZoomed} onClick={showWhole} />
      </div>
    </div>
  )
}

/** A zoom button. A disabled one is only marked as disabled, so that it does not lose the focus at the limit. */
function ZoomButton({
  name,
  label,
  isEnabled,
  onClick,
}: {
  name: IconName
  label: string
  isEnabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-disabled={!isEnabled}
      onClick={onClick}
    >
      <Icon name={name} size={20} />
    </button>
  )
}
