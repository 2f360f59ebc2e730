import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getInstallUrl, isLoopbackUrl } from './install-url.ts'
import { QrCode } from './qr-code.ts'
import styles from './QrPanel.module.css'

/** The QR code for a phone's camera, and the URL as text. */
export function QrPanel() {
  const { t } = useTranslation('install')
  const url = getInstallUrl()
  const element = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(element)
  return (
    <div className={styles.panel}>
      <div ref={element} className={styles.code}>
        {isNear && (
          <Suspense>
            <QrCode text={url} label={t('qr.label', { address: url })} />
          </Suspense>
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.text}>{t('qr.text')}</p>
        <p className={styles.address}>{url.replace(/^https?:\/\//, '')}</p>
        {isLoopbackUrl(url) && <p className={styles.text}>{t('qr.ownMachine')}</p>}
      </div>
    </div>
  )
}

/** Returns true once an element comes near the viewport. */
function useIsNear(element: React.RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setNear(true)
      observer.disconnect()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
