import { useTranslation } from 'react-i18next'
import type { ImportReport } from '#contract/transfer.ts'
import layout from './layout.module.css'

/** Lists valid rows that overlap with others in one room, as warnings. */
export function OverlapWarnings({ report: { warnings = [], warningCount = 0 } }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  if (warnings.length === 0) return null
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('overlaps.title', { count: warningCount })}</h2>
      <p className={layout.hint}>{t('overlaps.help')}</p>
      <ul>
        {warnings.map(({ line, text, params }) => (
          <li key={`${line} ${params?.['row']}`}>
            {t('faults.line', { line })}: {text}
          </li>
        ))}
      </ul>
      {warnings.length < warningCount && (
        <p className={layout.hint}>{t('overlaps.first', { shown: warnings.length, count: warningCount })}</p>
      )}
    </section>
  )
}
