import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { isPrerendering } from '#platform/browser.ts'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { type InstallMethod, useInstallMethod } from './install-method.ts'
import styles from './InstallScreen.module.css'
import { QrPanel } from './QrPanel.tsx'
import { InstallInstructions } from './InstallInstructions.tsx'
import wechatStyles from './WechatHint.module.css'

/** What an installed app is good for; the names are parts of the locale keys `benefits.…`. */
const benefits = [
  { name: 'offline', icon: 'offline' },
  { name: 'fresh', icon: 'agenda' },
  { name: 'small', icon: 'check' },
] as const satisfies readonly { name: string; icon: IconName }[]

/** Methods on a desktop, where the page shows a QR code for the user's phone. */
const desktopMethods: readonly InstallMethod[] = ['desktop', 'desktop-chromium', 'mac-safari']

/** Page that the QR code opens: how this browser installs the app. */
export function InstallScreen() {
  const { t } = useTranslation('install')
  useDocumentTitle(t('screen.title'))
  const forum = useForum()
  const locale = useLocale()
  const method = useInstallMethod()
  const isInstalled = isInstalledMethod(method)
  return (
    <>
      {method === 'wechat' && <WechatHint />}
      <div className={styles.screen}>
        <header className={styles.head}>
          <img className={styles.icon} src="/icons/icon-192.png" alt="" width={88} height={88} />
          <div>
            <p className={styles.facts}>
              {formatDateRange(forum.startsOn, forum.endsOn, locale)} · {forum.city[locale]}
            </p>
            <h1 className={styles.title}>{t(isInstalled ? `screen.${method}` : 'screen.title')}</h1>
            {!isInstalled && <p className={styles.lead}>{t('screen.lead')}</p>}
          </div>
        </header>
        {/* The instructions depend on the browser, and everything below moves with them. */}
        {!isPrerendering() && <InstallBody method={method} />}
      </div>
    </>
  )
}

/** Everything below the header: how to install the app in this browser, what it is good for, and ways on without it. */
function InstallBody({ method }: { method: InstallMethod }) {
  const { t } = useTranslation('install')
  const isInstalled = isInstalledMethod(method)
  return (
    <>
      <div className={desktopMethods.includes(method) ? styles.desktopColumns : styles.phoneColumn}>
        <InstallInstructions method={method} />
        {desktopMethods.includes(method) && <QrPanel />}
      </div>
      {!isInstalled && method !== 'insecure' && (
        <ul className={styles.benefits}>
          {benefits.map(({ name, icon }) => (
            <li key={name} className={styles.benefit}>
              <Icon name={icon} />
              {t(`benefits.${name}`)}
            </li>
          ))}
        </ul>
      )}
      <nav className={styles.onward} aria-label={t('onward.label')}>
        {!isInstalled && <p className={styles.weak}>{t('onward.text')}</p>}
        <Link to="/agenda" className={buttonClass(isInstalled ? 'filled' : 'quiet')}>
          {t('onward.agenda')}
        </Link>
        <Link to="/" className={buttonClass('quiet')}>
          {t('onward.home')}
        </Link>
      </nav>
    </>
  )
}

const isInstalledMethod = (method: InstallMethod): method is 'inside' | 'present' =>
  method === 'inside' || method === 'present'

/** The hint in both languages at once: a user who scans a code has not chosen one yet. */
const hintTexts = {
  'zh-CN': '点右上角“···”，选择“在浏览器打开”',
  en: 'Tap ··· above, then “Open in browser”',
} as const

/** Hint inside WeChat, below its menu button: an arrow to that button and what to choose there. */
export function WechatHint() {
  const { t } = useTranslation('install')
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className={wechatStyles.spacer}>
      <div role="note" className={wechatStyles.hint} aria-label={t('way.wechat')}>
        <p className={wechatStyles.text}>
          <span lang="zh-CN">{hintTexts['zh-CN']}</span>
          <span lang="en" className={wechatStyles.secondary}>
            {hintTexts.en}
          </span>
        </p>
        <svg aria-hidden="true" className={wechatStyles.arrow} viewBox="0 0 56 64" width={56} height={64}>
          <path d="M6 58C30 58 44 42 44 10M32 22 44 8l10 15" />
        </svg>
        <button
          type="button"
          className={wechatStyles.close}
          aria-label={t('close')}
          onClick={() => setOpen(false)}
        >
          <Icon name="close" size={20} />
        </button>
      </div>
    </div>
  )
}
