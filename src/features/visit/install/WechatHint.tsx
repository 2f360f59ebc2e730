import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './WechatHint.module.css'

/** In both languages at once: a user who scans a code has not chosen one yet. */
const texts = {
  'zh-CN': '点右上角“···”，选择“在浏览器打开”',
  en: 'Tap ··· above, then “Open in browser”',
} as const

/** Hint inside WeChat, below its menu button: an arrow to that button and what to choose there. */
export function WechatHint() {
  const { t } = useTranslation('install')
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className={styles.room}>
      <div role="note" className={styles.hint} aria-label={t('way.wechat')}>
        <p className={styles.text}>
          <span lang="zh-CN">{texts['zh-CN']}</span>
          <span lang="en" className={styles.secondary}>
            {texts.en}
          </span>
        </p>
        <svg aria-hidden="true" className={styles.arrow} viewBox="0 0 56 64" width={56} height={64}>
          <path d="M6 58C30 58 44 42 44 10M32 22 44 8l10 15" />
        </svg>
        <button type="button" className={styles.close} aria-label={t('close')} onClick={() => setOpen(false)}>
          <Icon name="close" size={20} />
        </button>
      </div>
    </div>
  )
}
