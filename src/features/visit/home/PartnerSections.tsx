import { useTranslation } from 'react-i18next'
import { partnerKinds } from '#contract/modules/partner-kinds.ts'
import { getFileUrl } from '#platform/api.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { isHttpUrl } from '#platform/safe-url.ts'
import type { PartnerRow } from './queries.ts'
import styles from './PartnerSections.module.css'

/** Lists organisers first, then partners, grouped by kind. */
export function PartnerSections({ rows }: { rows: readonly PartnerRow[] }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const usedKinds = partnerKinds.filter(({ value }) => rows.some((row) => row.kind === value))
  return (
    <section aria-labelledby="home-partners" className={styles.band}>
      <div className={styles.inner}>
        <h2 id="home-partners" className={styles.title}>
          {t('partners')}
        </h2>
        {usedKinds.map(({ value, label }) => (
          <div key={value}>
            <h3 className={styles.kind}>{label[locale]}</h3>
            <ul className={`${styles.list} ${value === 'organiser' ? styles.organisers : ''}`}>
              {rows
                .filter((row) => row.kind === value)
                .map((row) => (
                  <li key={row.id} className={styles.item}>
                    <Partner row={row} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** A partner, linked when it has a page. Without a logo only the name is shown. */
function Partner({ row }: { row: PartnerRow }) {
  const pick = useLocalized()
  const name = pick(row.name)
  const content = (
    <>
      {row.logo && (
        <span className={styles.logo}>
          <img src={getFileUrl(row.logo.no)} alt="" width={96} height={48} loading="lazy" decoding="async" />
        </span>
      )}
      <span className={styles.name} lang={name.locale}>
        {name.text}
      </span>
    </>
  )
  if (!isHttpUrl(row.url)) return <div className={styles.partner}>{content}</div>
  return (
    <a href={row.url} rel="noopener noreferrer" target="_blank" className={styles.partner}>
      {content}
    </a>
  )
}
