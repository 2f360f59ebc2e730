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
  // The picture in full screen; undefined while it is closed.
  const [imageUrl, setImageUrl] = useState<string>()
  return (
    <>
      <button
        type="button"
        className={`${styles.small} ${className ?? ''}`}
        aria-label={t('picture.enlarge', { label })}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setImageUrl(findImageUrl(currentTarget))}
      >
        {children}
      </button>
      {imageUrl !== undefined && (
        <FullScreenDialog label={label} onClose={() => setImageUrl(undefined)}>
          <button type="button" className={styles.large} aria-label={t('close')} onClick={closeDialog}>
            <img src={imageUrl} alt={label} className={styles.picture} />
            <span className={styles.close}>
              <Icon name="close" />
            </span>
          </button>
        </FullScreenDialog>
      )}
    </>
  )
}

/** Finds the URL from which the image inside an element was loaded; undefined before, and when it failed. */
function findImageUrl(container: Element): string | undefined {
  const image = container.querySelector('img')
  return image && image.naturalWidth > 0 ? image.currentSrc : undefined
}
