import { useTranslation } from 'react-i18next'
import { isHttpUrl } from '#platform/safe-url.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Lists.module.css'

/** Links to slides, recordings and other pages. The field is free JSON, so anything but web URLs is dropped. */
export function SessionLinks({ links }: { links: unknown }) {
  const { t } = useTranslation('session-detail')
  const parsed = parseLinks(links)
  if (parsed.length === 0) return null
  return (
    <section aria-labelledby="session-links" className={styles.section}>
      <h2 id="session-links">{t('links')}</h2>
      <ul className={styles.plain}>
        {parsed.map(({ url, title }) => (
          <li key={url}>
            <a href={url} rel="noopener noreferrer" target="_blank" className={styles.link}>
              <Icon name="external" size={18} />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function parseLinks(links: unknown): { url: string; title: string }[] {
  if (!Array.isArray(links)) return []
  return links.flatMap((link: unknown) => {
    if (link === null || typeof link !== 'object' || !('url' in link) || !isHttpUrl(link.url)) return []
    const title = 'title' in link && typeof link.title === 'string' && link.title ? link.title : link.url
    return [{ url: link.url, title }]
  })
}
