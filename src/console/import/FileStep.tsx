import { useState, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { importRules } from '#contract/file-kinds.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportReport } from '#contract/transfer.ts'
import {
  toMegabytes,
  toAcceptAttribute,
  formatKinds,
  checkFile,
  type FileRejection,
} from '#platform/uploads/file-rules.ts'
import { downloadBlob } from '#platform/files.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useForumTime } from '#platform/forum-time.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { consoleKey } from '../data/queries.ts'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import { downloadTemplate, listImports } from './import-calls.ts'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { ReadingSettings } from './ReadingSettings.tsx'
import layout from './layout.module.css'
import styles from './FileStep.module.css'
import { ImportedLink, UndoButton } from './ResultStep.tsx'

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
    <div className={layout.page}>
      {failure && <ImportErrorNotice state={state} controller={controller} />}
      {/* The encoding of a text file may have been detected wrongly; a workbook has none. */}
      {file && failure?.path === 'file' && /\.(csv|txt|tsv)$/i.test(file.name) && (
        <ReadingSettings metadata={metadata} state={state} controller={controller} />
      )}
      <section className={layout.card}>
        <h2 className={layout.heading}>{t('file.title')}</h2>
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

/** Offers an empty file with the columns of the module, to fill in. */
function Templates({ module }: { module: string }) {
  const { t } = useTranslation('console-import')
  const [hasFailed, setFailed] = useState(false)
  const [busyFormat, setBusyFormat] = useState<'xlsx' | 'csv'>()
  const save = async (format: 'xlsx' | 'csv') => {
    setBusyFormat(format)
    setFailed(false)
    try {
      const { blob, name } = await downloadTemplate(module, format)
      downloadBlob(blob, name ?? `${module}.${format}`)
    } catch {
      setFailed(true)
    } finally {
      setBusyFormat(undefined)
    }
  }
  return (
    <div className={layout.stack}>
      <p className={layout.hint}>{t('template.text')}</p>
      <div className={layout.row}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} busy={busyFormat === format} onClick={() => void save(format)}>
            <Icon name="download" size={20} /> {t(`template.${format}`)}
          </Button>
        ))}
      </div>
      <p role="alert" className={layout.failure}>
        {hasFailed && t('download.failed')}
      </p>
    </div>
  )
}

/** Lets the user choose or drop a table file. Other files are rejected before the upload. */
export function TablePicker({
  label,
  variant,
  isLarge = false,
  children,
  onChoose,
}: {
  label: string
  variant: 'filled' | 'quiet'
  /** Shows a drop zone with text; otherwise a button. */
  isLarge?: boolean
  /** Text of the drop zone: which files are accepted. */
  children?: ReactNode
  onChoose: (file: File) => void
}) {
  const { t } = useTranslation('console-import')
  const [rejection, setRejection] = useState<FileRejection>()
  const id = useId()
  const handleFile = (file: File | undefined) => {
    if (!file) return
    const newRejection = checkFile(file, importRules)
    setRejection(newRejection)
    if (!newRejection) onChoose(file)
  }
  return (
    <div className={styles.picker} data-large={isLarge || undefined}>
      <span className={styles.dropZone}>
        {isLarge && (
          <span id={`${id}facts`} className={styles.facts}>
            {children}
          </span>
        )}
        <span className={buttonClass(variant)}>
          <Icon name="upload" size={20} /> {label}
        </span>
        <input
          type="file"
          className={styles.input}
          aria-label={label}
          aria-describedby={`${isLarge ? `${id}facts ` : ''}${id}problem`}
          accept={toAcceptAttribute(importRules)}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            handleFile(file)
            // Choosing the same file again must fire a change event.
            target.value = ''
          }}
        />
      </span>
      <p id={`${id}problem`} role="alert" className={styles.problem}>
        {rejection &&
          t(`file.${rejection}`, { kinds: formatKinds(importRules), max: toMegabytes(importRules) })}
      </p>
    </div>
  )
}

/** Lists the user's imports that can be committed or undone, so that closing the page loses none. */
function EarlierImports({
  metadata,
  controller,
}: {
  metadata: ModuleMetadata
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { id } = useCurrentUser()
  const imports = useQuery({
    queryKey: [consoleKey, 'imports', metadata.name, id],
    queryFn: ({ signal }) => listImports(metadata.name, signal),
    // Another tab may have committed an import since, so no cached list is shown.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true } as const,
  })
  if (imports.isError && !imports.data) return <p className={layout.hint}>{t('earlier.failed')}</p>
  if (!imports.data || imports.data.length === 0) return null
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('earlier.title')}</h2>
      <ul className={styles.list}>
        {imports.data.map((report) => (
          <li key={report.token} className={styles.import}>
            <ImportSummary report={report} />
            {report.state === 'checked' ? (
              <Button onClick={() => controller.resume(report)}>{t('earlier.goOn')}</Button>
            ) : (
              <>
                <ImportedLink metadata={metadata} report={report} />
                <UndoButton onUndo={() => void controller.undo(report.token)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the file, the numbers of rows and until when an import can be committed or undone. */
function ImportSummary({ report }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const time = useForumTime()
  const { state, fileName, counts, expiresAt } = report
  const key = state === 'checked' ? 'earlier.checked' : 'earlier.committed'
  return (
    <div className={styles.text}>
      <p className={styles.name}>{fileName ?? t('earlier.unnamed')}</p>
      <p className={layout.hint}>
        {t(key, { time: time.dateTime(expiresAt), created: counts.created, updated: counts.updated })}
      </p>
    </div>
  )
}
