import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPublicOrigin } from '#platform/urls.ts'
import { QrCode } from './QrCode.tsx'
import styles from './QrPanel.module.css'
import blockStyles from './QrBlock.module.css'
import { isStandalone } from './install-method.ts'

/** The QR code for a phone's camera, and the URL as text. */
export function QrPanel() {
  const { t } = useTranslation('install')
  const url = getInstallUrl()
  const element = useRef<HTMLDivElement>(null)
  const hasBeenVisible = useHasBeenVisible(element)
  return (
    <div className={styles.panel}>
      <div ref={element} className={styles.code}>
        {hasBeenVisible && (
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

/**
 * Returns true once an element was in the viewport, so that the encoder does not load for users who never scroll there.
 */
function useHasBeenVisible(element: React.RefObject<Element | null>): boolean {
  const [hasBeenVisible, setHasBeenVisible] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setHasBeenVisible(true)
      observer.disconnect()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return hasBeenVisible
}

/** The QR code as a block of the home page. Collapsed in the installed app, where users show it to others. */
export function QrBlock() {
  const { t } = useTranslation('install')
  return (
    <details className={blockStyles.block} open={!isStandalone()}>
      <summary className={blockStyles.summary}>
        <h2 className={blockStyles.title}>{t('qr.title')}</h2>
      </summary>
      {/* The URL is known only in a browser. */}
      {globalThis.document && <QrPanel />}
    </details>
  )
}

/** Path of the page that the QR code opens. */
const installPath = '/install'

/** Matches the loopback hosts `localhost`, `127.0.0.1` and `[::1]`, which no phone can reach. */
const loopbackHosts = /^(localhost|127\.[\d.]+|\[::1\])$/

/**
 * Returns the URL of the page with install instructions: on the public URL when the operator set one, else on the
 * current origin. It has no parameters.
 */
export function getInstallUrl(): string {
  return getPublicOrigin() + installPath
}

/** True when the URL works on this machine only. */
const isLoopbackUrl = (url: string): boolean => loopbackHosts.test(new URL(url).hostname)
