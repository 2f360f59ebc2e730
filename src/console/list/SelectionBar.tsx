import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import type { RowQueryParams } from '../data/console-api.ts'
import type { Selection } from './selection.tsx'
import styles from './SelectionBar.module.css'

const ExportSheet = lazy(() => import('./ExportSheet.tsx'))
const BulkSheet = lazy(() => import('../bulk/BulkSheet.tsx'))

/** Lets the user choose rows and act on them; at the lower edge, in reach of a thumb. */
export function SelectionBar({
  metadata,
  params,
  total,
  selection,
}: {
  metadata: ModuleMetadata
  /** The request of the list on screen. */
  params: RowQueryParams
  /** Number of rows in the list. */
  total: number
  selection: Selection
}) {
  const { t } = useTranslation('console')
  // Fixed when the sheet opens, because the list may change behind it.
  const [openSheet, setOpenSheet] = useState<{
    kind: 'export' | 'bulk'
    params: RowQueryParams
    ids: string[] | undefined
  }>()
  const close = () => setOpenSheet(undefined)
  const canExport = metadata.permissions.includes('export')
  const canRunActions = metadata.permissions.includes('delete') || Object.keys(metadata.actions).length > 0
  // An open sheet stays: an operation on the last rows empties the list, and must still show its result.
  if (openSheet === undefined && ((!canExport && !canRunActions) || total === 0)) return null
  const ids = selection.isOn && !selection.isAll ? [...selection.ids] : undefined
  const showSheet = (kind: 'export' | 'bulk') => setOpenSheet({ kind, params, ids })
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
          {canRunActions && (
            <Button disabled={count === 0} aria-haspopup="dialog" onClick={() => showSheet('bulk')}>
              {t('bulk.button')}
            </Button>
          )}
          {canExport && (
            <Button variant="filled" disabled={count === 0} onClick={() => showSheet('export')}>
              {t('export.button')}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button onClick={selection.begin}>{t('selection.begin')}</Button>
          {canExport && <Button onClick={() => showSheet('export')}>{t('export.all')}</Button>}
        </>
      )}
      <Suspense>
        {openSheet?.kind === 'export' && <ExportSheet metadata={metadata} {...openSheet} onClose={close} />}
        {openSheet?.kind === 'bulk' && (
          <BulkSheet metadata={metadata} {...openSheet} onRemaining={selection.choose} onClose={close} />
        )}
      </Suspense>
    </footer>
  )
}
