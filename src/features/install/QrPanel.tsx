import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getInstallUrl, isLoopbackUrl } from './install-url.ts'
import { QrCode } from './qr-code.ts'
import styles from './QrPanel.module.css'

/** The code for a phone's camera, and the address in letters for those who type. */
export function QrPanel() {
  const { t } = useTranslation('install')
  const address = getInstallUrl()
  const place = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(place)
  return (
    <div className={styles.panel}>
      <div ref={place} className={styles.code}>
        {isNear && (
          <Suspense>
            <QrCode text={address} label={t('qr.label', { address })} />
          </Suspense>
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.text}>{t('qr.text')}</p>
        <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
        {isLoopbackUrl(address) && <p className={styles.text}>{t('qr.ownMachine')}</p>}
      </div>
    </div>
  )
}

/** True from the moment when an element comes near the screen. */
function useIsNear(place: React.RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setNear(true)
      observer.disconnect()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isNear
}
