import { useTranslation } from 'react-i18next'
import { isHttpUrl } from '#lib/safe-url.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Lists.module.css'

/** Slides, recordings and other pages elsewhere. The field is free JSON: what is no web address is left out. */
export function SessionLinks({ links }: { links: unknown }) {
  const { t } = useTranslation('session-detail')
  const known = parseLinks(links)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="session-links" className={styles.section}>
      <h2 id="session-links">{t('links')}</h2>
      <ul className={styles.plain}>
        {known.map(({ url, title }) => (
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
