import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '#contract/transfer.ts'
import { ApiError } from '#platform/api.ts'
import { downloadBlob } from '#platform/files.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { downloadIssues } from './import-calls.ts'
import styles from './layout.module.css'

/** Downloads the user's file with a column that lists the issues. */
export function DownloadIssuesButton({
  module,
  report,
  variant,
}: {
  module: string
  report: ImportReport
  variant: 'filled' | 'quiet'
}) {
  const { t } = useTranslation('console-import')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const save = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { blob, name } = await downloadIssues(module, report.token)
      downloadBlob(blob, name ?? `${report.fileName ?? module}.${report.reading?.kind ?? 'csv'}`)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.msg : t('download.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
      <Button variant={variant} busy={busy} onClick={() => void save()}>
        <Icon name="download" size={20} /> {t('faults.download')}
      </Button>
    </>
  )
}
