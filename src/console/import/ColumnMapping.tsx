import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportHeaders } from '#contract/transfer.ts'
import { joinNames } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { Select } from '../field-controls/choice-inputs.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { assignColumn, applyMapping } from './import-settings.ts'
import layout from './layout.module.css'
import styles from './ColumnMapping.module.css'

/** Edits which column of the file fills which field. The server detects the fields; the user can assign others. */
export function ColumnMapping({
  headers,
  state,
  controller,
}: {
  headers: ImportHeaders
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  const { paths } = headers
  const { assignments, mode } = state.settings
  const columns = applyMapping(headers.columns, assignments)
  const filledPaths = new Set(columns.map(({ path }) => path))
  // An update needs no required fields, because the rows have them already.
  const missingPaths =
    mode === 'update' ? [] : paths.filter(({ path, required }) => required && !filledPaths.has(path))
  const choices = [
    { value: '', label: t('columns.none') },
    ...paths.map(({ path, label, required }) => ({
      value: path,
      label: required ? t('columns.required', { label: label[locale] }) : label[locale],
    })),
  ]
  // Fixed at mount, because the section must stay open when the user assigns the last column.
  const [isOpen] = useState(
    !state.report || missingPaths.length > 0 || state.failure?.path?.startsWith('mapping') === true,
  )
  return (
    <details className={`${layout.card} ${styles.mapping}`} open={isOpen}>
      <summary className={styles.summary}>
        <h2 className={layout.heading}>{t('columns.title')}</h2>
        <span className={layout.hint}>
          {t('columns.summary', {
            filled: columns.filter(({ path }) => path !== null).length,
            total: columns.length,
          })}
        </span>
      </summary>
      {missingPaths.length > 0 && (
        <p className={layout.warning}>
          <Icon name="warning" size={20} />
          {t('columns.missing', {
            fields: joinNames(
              missingPaths.map(({ label }) => label[locale]),
              locale,
            ),
          })}
        </p>
      )}
      <ul className={styles.columns}>
        {columns.map(({ letters, header, path }) => (
          <li key={letters}>
            <Select
              label={t('columns.column', { letters, header: header.trim() || t('columns.noHeader') })}
              value={path ?? ''}
              choices={choices}
              onChange={(next) =>
                controller.change({
                  assignments: assignColumn(headers.columns, assignments, letters, next || null),
                })
              }
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
