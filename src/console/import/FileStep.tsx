import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importRules } from '#contract/file-kinds.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { toMegabytes } from '#platform/uploads/file-rules.ts'
import { downloadBlob } from '#platform/files.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EarlierImports } from './EarlierImports.tsx'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import { downloadTemplate } from './import-calls.ts'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { ReadingSettings } from './ReadingSettings.tsx'
import { TablePicker } from './TablePicker.tsx'
import styles from './layout.module.css'

/** The first step: choose a file, download a template, or resume an earlier import. */
export function FileStep({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { file, failure } = state
  return (
    <div className={styles.page}>
      {failure && <ImportErrorNotice state={state} controller={controller} />}
      {file && failure?.path === 'file' && /\.(csv|txt|tsv)$/i.test(file.name) && (
        <ReadingSettings metadata={metadata} state={state} controller={controller} />
      )}
      <section className={styles.card}>
        <h2 className={styles.heading}>{t('file.title')}</h2>
        <TablePicker
          label={t(file ? 'file.another' : 'file.choose')}
          variant={file ? 'quiet' : 'filled'}
          isLarge
          onChoose={(chosen) => void controller.choose(chosen)}
        >
          {t('file.facts', { max: toMegabytes(importRules) })}
        </TablePicker>
        <Templates module={metadata.name} />
      </section>
      <EarlierImports metadata={metadata} controller={controller} />
    </div>
  )
}

function Templates({ module }: { module: string }) {
  const { t } = useTranslation('console-import')
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState<'xlsx' | 'csv'>()
  const save = async (format: 'xlsx' | 'csv') => {
    setBusy(format)
    setFailed(false)
    try {
      const { blob, name } = await downloadTemplate(module, format)
      downloadBlob(blob, name ?? `${module}.${format}`)
    } catch {
      setFailed(true)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{t('template.text')}</p>
      <div className={styles.row}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} busy={busy === format} onClick={() => void save(format)}>
            <Icon name="download" size={20} /> {t(`template.${format}`)}
          </Button>
        ))}
      </div>
      <p role="alert" className={styles.failure}>
        {failed && t('download.failed')}
      </p>
    </div>
  )
}
