import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale, useLocalized } from '#platform/locale.ts'
import type { PageRow } from './queries.ts'
import { useCurrentSection } from './use-current-section.ts'
import styles from './TableOfContents.module.css'

/** Table of contents: a row under the header on phones, a column beside the text on wide screens. */
export function TableOfContents({ rows }: { rows: readonly PageRow[] }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const locale = useLocale()
  const current = useCurrentSection(rows.map(({ slug }) => slug))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    const row = list.current?.parentElement
    // Scrolls only the row: `scrollIntoView` would scroll the page as well.
    if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav aria-label={t('contents')} className={styles.bar}>
      <ul ref={list} className={styles.list}>
        {rows.map(({ id, slug, title }) => {
          const { text, locale: textLocale } = pick(title)
          return (
            <li key={id}>
              <a
                href={`#${slug}`}
                lang={textLocale === locale ? undefined : textLocale}
                {...(slug === current && { 'aria-current': 'location' })}
              >
                {text}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
