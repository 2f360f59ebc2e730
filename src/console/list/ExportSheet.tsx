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

type FileFormat = 'xlsx' | 'csv'

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
  /** The request of the list on screen. */
  params: RowQueryParams
  /** Ids of the chosen rows; undefined exports all rows of the list. */
  ids: readonly string[] | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const exportParams = { module: metadata.name, params, ids }
  const exportCount = useExportCount(exportParams)
  const [format, setFormat] = useState<FileFormat>('xlsx')
  // A path names a column of the file. All columns are exported until the user excludes some.
  const [excludedPaths, setExcludedPaths] = useState<readonly string[]>([])
  const paths = exportCount.data?.columns.map(({ path }) => path) ?? []
  const columns = paths.filter((path) => !excludedPaths.includes(path))
  const { mutation, receivedBytes, cancel } = useExportFile(exportParams, onClose)
  // A download that the user cancelled ends in an `AbortError`, which is no failure.
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
              onChange={(next) => setExcludedPaths(paths.filter((path) => !next.includes(path)))}
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
            // Without `columns` the server exports all of them.
            onClick={() => mutation.mutate({ format, ...(excludedPaths.length > 0 && { columns }) })}
          >
            {t('export.make')}
          </Button>
        )}
      </SheetFooter>
    </Sheet>
  )
}

/** Counts the rows again at each opening, because other users may have changed rows since. */
function useExportCount(exportParams: ExportParams) {
  return useQuery({
    queryKey: [consoleKey, 'export', exportParams],
    queryFn: ({ signal }) => countExport(exportParams, { signal }),
    staleTime: 0,
    meta: { quiet: true } as const,
  })
}

/**
 * Returns a mutation that downloads and saves the file; unmounting aborts the download.
 * @param onDone called after the file was saved
 */
function useExportFile(exportParams: ExportParams, onDone: () => void) {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: async ({ format, columns }: { format: FileFormat; columns?: string[] }) => {
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
