import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'
import styles from './RichText.module.css'

/** A link in a stored text: to a page of the app, to another site, or to mail and telephone. */
export function RichLink({ href, children }: { href: string; children: ReactNode }) {
  if (/^https?:/i.test(href)) return <ExternalLink href={href}>{children}</ExternalLink>
  if (isPage(href)) return <InternalLink href={href}>{children}</InternalLink>
  return <a href={href}>{children}</a>
}

/** Returns whether a link is a page of the app, and not a file or API of the server. */
const isPage = (href: string): boolean => href.startsWith('/') && !/^\/(?:api|v\d+)\/|\/front\//.test(href)

/** A link that opens without a reload of the app. With a modifier key pressed the browser's default applies. */
function InternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { history } = useRouter()
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} onClick={open}>
      {children}
    </a>
  )
}

/** A link to another site. It opens in a new tab, and is marked as external. */
function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.external}>
      {children}
      <span className={styles.mark}>
        <Icon name="external" size={14} />
      </span>
      <span className={styles.hidden}> {t('otherSite')}</span>
    </a>
  )
}
