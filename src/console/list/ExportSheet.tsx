import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ApiError } from '#platform/api.ts'
import { formatFileSize, downloadBlob } from '#platform/files.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet, SheetBody, SheetFooter } from '#ui/Sheet.tsx'
import { CheckList } from '../field-controls/choice-inputs.tsx'
import { countExport, downloadExport, type ExportParams, type RowQueryParams } from '../data/console-api.ts'
import { consoleKey } from '../data/queries.ts'
import styles from './ExportSheet.module.css'

type Format = 'xlsx' | 'csv'

/**
 * Exports rows as a file: shows their number and lets the user choose columns and format. The download can be
 * cancelled.
 */
export default function ExportSheet({
  metadata,
  params,
  ids,
  onClose,
}: {
  metadata: ModuleMetadata
  params: RowQueryParams
  /** The chosen rows; all rows of the list when undefined. */
  ids: readonly string[] | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const exportParams = { module: metadata.name, params, ids }
  const exportCount = useQuery({
    queryKey: [consoleKey, 'export', exportParams],
    queryFn: ({ signal }) => countExport(exportParams, { signal }),
    staleTime: 0,
    meta: { quiet: true } as const,
  })
  const [format, setFormat] = useState<Format>('xlsx')
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const paths = exportCount.data?.columns.map(({ path }) => path) ?? []
  const columns = paths.filter((path) => !excluded.includes(path))
  const { mutation, receivedBytes, cancel } = useExportFile(exportParams, onClose)
  const failure = mutation.error && mutation.error.name !== 'AbortError' ? mutation.error : undefined
  return (
    <Sheet title={t('export.title')} closeLabel={t('close')} onClose={onClose}>
      <SheetBody>
        {exportCount.data ? (
          <>
            <p>{t('export.rows', { count: exportCount.data.rows })}</p>
            <SegmentedControl
              title={t('export.format')}
              choices={[
                { value: 'xlsx', label: t('export.xlsx') },
                { value: 'csv', label: t('export.csv') },
              ]}
              chosen={format}
              onChoose={setFormat}
            />
            <CheckList
              label={t('export.columns')}
              choices={exportCount.data.columns.map(({ path, label }) => ({
                value: path,
                label: label[locale],
              }))}
              chosen={columns}
              onChange={(next) => setExcluded(paths.filter((path) => !next.includes(path)))}
            />
          </>
        ) : (
          <LoadState failed={exportCount.isError} retry={() => void exportCount.refetch()} rows={2} />
        )}
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure instanceof ApiError ? failure.msg : t('export.failed')}
          </p>
        )}
      </SheetBody>
      <SheetFooter>
        <output className={styles.progress}>
          {mutation.isPending && t('export.progress', { size: formatFileSize(receivedBytes) })}
        </output>
        {mutation.isPending ? (
          <Button onClick={cancel}>{t('export.cancel')}</Button>
        ) : (
          <Button
            variant="filled"
            disabled={!exportCount.data || columns.length === 0 || exportCount.data.rows === 0}
            onClick={() => mutation.mutate({ format, ...(excluded.length > 0 && { columns }) })}
          >
            {t('export.make')}
          </Button>
        )}
      </SheetFooter>
    </Sheet>
  )
}

/** Returns a mutation that downloads and saves the file; unmounting aborts the download. */
function useExportFile(exportParams: ExportParams, onDone: () => void) {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: async ({ format, columns }: { format: Format; columns?: string[] }) => {
      abortController.current = new AbortController()
      setReceivedBytes(0)
      const options = { signal: abortController.current.signal, onBytes: setReceivedBytes }
      const { blob, name } = await downloadExport(
        exportParams,
        { format, ...(columns && { columns }) },
        options,
      )
      downloadBlob(blob, name ?? `${exportParams.module}.${format}`)
    },
    onSuccess: onDone,
    meta: { quiet: true },
  })
  return { mutation, receivedBytes, cancel: () => abortController.current?.abort() }
}
