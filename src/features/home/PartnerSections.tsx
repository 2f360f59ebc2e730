import { useTranslation } from 'react-i18next'
import { partnerKinds } from '#contract/modules/partner-kinds.ts'
import { fileAddress } from '#lib/api.ts'
import { useLocale, useLocalized } from '#lib/locale.ts'
import { isWebAddress } from '#lib/safe-address.ts'
import { HomeSection } from './HomeSection.tsx'
import type { PartnerRow } from './queries.ts'
import styles from './PartnerSections.module.css'

/** Organisers first, then partners, each kind under its name. */
export function PartnerSections({ rows }: { rows: readonly PartnerRow[] }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const used = partnerKinds.filter(({ value }) => rows.some((row) => row.kind === value))
  if (used.length === 0) return null
  return (
    <HomeSection title={t('partners')}>
      <div className={styles.kinds}>
        {used.map(({ value, label }) => (
          <div key={value}>
            <h3 className={styles.kind}>{label[locale]}</h3>
            <ul className={styles.list}>
              {rows
                .filter((row) => row.kind === value)
                .map((row) => (
                  <li key={row.id} className={styles.partner}>
                    <Partner row={row} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </HomeSection>
  )
}

function Partner({ row }: { row: PartnerRow }) {
  const pick = useLocalized()
  const name = pick(row.name)
  const words = (
    <>
      {row.logo && <img src={fileAddress(row.logo.no)} alt="" width={120} height={48} loading="lazy" />}
      <span lang={name.locale}>{name.text}</span>
    </>
  )
  if (!isWebAddress(row.url)) return words
  return (
    <a href={row.url} rel="noopener noreferrer" target="_blank">
      {words}
    </a>
  )
}
