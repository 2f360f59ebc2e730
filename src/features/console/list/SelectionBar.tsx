import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import type { RowsAsked } from '../reading/console-calls.ts'
import type { Selection } from './use-selection.ts'
import styles from './SelectionBar.module.css'

const ExportSheet = lazy(() => import('./ExportSheet.tsx'))

/** At the lower edge, for the thumb: choosing rows, and what is done with those that are chosen. */
export function SelectionBar({
  metadata,
  asked,
  total,
  selection,
}: {
  metadata: ModuleMetadata
  asked: RowsAsked
  total: number
  selection: Selection
}) {
  const { t } = useTranslation('console')
  const [isExporting, setExporting] = useState(false)
  const mayExport = metadata.permissions.includes('export')
  if (!mayExport || total === 0) return null
  const count = selection.isAll ? total : selection.ids.size
  return (
    <footer className={styles.bar}>
      {selection.isOn ? (
        <>
          <output className={styles.count}>{t('selection.count', { count })}</output>
          <Button onClick={selection.end}>{t('selection.end')}</Button>
          {!selection.isAll && (
            <Button onClick={selection.chooseAll}>{t('selection.all', { count: total })}</Button>
          )}
          <Button look="filled" disabled={count === 0} onClick={() => setExporting(true)}>
            {t('export.button')}
          </Button>
        </>
      ) : (
        <>
          <Button onClick={selection.begin}>{t('selection.begin')}</Button>
          <Button onClick={() => setExporting(true)}>{t('export.all')}</Button>
        </>
      )}
      <Suspense>
        {isExporting && (
          <ExportSheet
            metadata={metadata}
            asked={asked}
            ids={selection.isOn && !selection.isAll ? [...selection.ids] : undefined}
            onClose={() => setExporting(false)}
          />
        )}
      </Suspense>
    </footer>
  )
}
