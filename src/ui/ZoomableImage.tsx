import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { closeDialog, FullScreenDialog } from './FullScreenDialog.tsx'
import { Icon } from './Icon.tsx'
import styles from './ZoomableImage.module.css'

/**
 * A picture that a touch or Enter shows in full screen. Another touch or Escape closes it.
 * @param label what the picture shows
 * @param children the picture, an `img`. Full screen shows the same file and requests nothing
 */
export function ZoomableImage({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const [shown, setShown] = useState<string>()
  return (
    <>
      <button
        type="button"
        className={`${styles.small} ${className ?? ''}`}
        aria-label={t('picture.enlarge', { label })}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setShown(addressIn(currentTarget))}
      >
        {children}
      </button>
      {shown !== undefined && (
        <FullScreenDialog label={label} onClose={() => setShown(undefined)}>
          <button type="button" className={styles.large} aria-label={t('close')} onClick={closeDialog}>
            <img src={shown} alt={label} className={styles.picture} />
            <span className={styles.close}>
              <Icon name="close" />
            </span>
          </button>
        </FullScreenDialog>
      )}
    </>
  )
}

/** Where the picture comes from; undefined while there is none to be seen. */
function addressIn(place: Element): string | undefined {
  const image = place.querySelector('img')
  return image && image.naturalWidth > 0 ? image.currentSrc : undefined
}
