import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { useLocale } from '#platform/locale.ts'
import type { Row } from '../data/console-api.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import { isNumber, ValueText } from '../field-values/ValueText.tsx'
import layout from './layout.module.css'
import styles from './SampleRows.module.css'

/** Shows the first rows as they will be written, so that a wrong column is noticed before the commit. */
export function SampleRows({ metadata, report }: { metadata: ModuleMetadata; report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  const filledFields = report.columns.flatMap(({ path }) => path?.split('.')[0] ?? [])
  const fields = [...new Set(filledFields)].filter((key) => metadata.fields[key] && key !== 'version')
  // New rows have no id; the line number is a key for labels only.
  const rows = report.sample.map(({ line, values }): Row => ({ ...values, id: String(line), version: 0 }))
  const labels = useValueLabels(metadata, fields, rows)
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('sample.title')}</h2>
      {/* The table scrolls, so it needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroller} aria-label={t('sample.title')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('sample.line')}</th>
              <th scope="col">{t('sample.deed')}</th>
              {fields.map((key) => (
                <th key={key} scope="col">
                  {metadata.fields[key]?.label[locale]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.sample.map(({ line, deed, values }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                <td>{t(`sample.${deed}`)}</td>
                {fields.map((key) => (
                  <td key={key} data-number={isNumber(metadata, key) || undefined}>
                    <ValueText metadata={metadata} name={key} value={values[key]} labels={labels} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
