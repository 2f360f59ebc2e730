import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import type { RowQueryParams } from '../data/console-api.ts'
import type { Selection } from './use-selection.ts'
import styles from './SelectionBar.module.css'

const ExportSheet = lazy(() => import('./ExportSheet.tsx'))
const BulkSheet = lazy(() => import('../bulk/BulkSheet.tsx'))

/** At the lower edge, for the thumb: choosing rows, and what is done with those that are chosen. */
export function SelectionBar({
  metadata,
  asked,
  total,
  selection,
}: {
  metadata: ModuleMetadata
  asked: RowQueryParams
  total: number
  selection: Selection
}) {
  const { t } = useTranslation('console')
  // What the person saw when they touched the button, whatever the list becomes beneath the sheet.
  const [sheet, setSheet] = useState<{
    kind: 'export' | 'bulk'
    asked: RowQueryParams
    ids: string[] | undefined
  }>()
  const close = () => setSheet(undefined)
  const mayExport = metadata.permissions.includes('export')
  const mayDo = metadata.permissions.includes('delete') || Object.keys(metadata.actions).length > 0
  // What is being done with the last rows has an end to tell, though none is left.
  if (sheet === undefined && ((!mayExport && !mayDo) || total === 0)) return null
  const ids = selection.isOn && !selection.isAll ? [...selection.ids] : undefined
  const open = (kind: 'export' | 'bulk') => setSheet({ kind, asked, ids })
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
          {mayDo && (
            <Button disabled={count === 0} aria-haspopup="dialog" onClick={() => open('bulk')}>
              {t('bulk.button')}
            </Button>
          )}
          {mayExport && (
            <Button look="filled" disabled={count === 0} onClick={() => open('export')}>
              {t('export.button')}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button onClick={selection.begin}>{t('selection.begin')}</Button>
          {mayExport && <Button onClick={() => open('export')}>{t('export.all')}</Button>}
        </>
      )}
      <Suspense>
        {sheet?.kind === 'export' && <ExportSheet metadata={metadata} {...sheet} onClose={close} />}
        {sheet?.kind === 'bulk' && (
          <BulkSheet metadata={metadata} {...sheet} onRemaining={selection.choose} onClose={close} />
        )}
      </Suspense>
    </footer>
  )
}
