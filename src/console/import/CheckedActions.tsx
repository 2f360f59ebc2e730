import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import { DownloadIssuesButton } from './DownloadIssuesButton.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { isCheckOutdated } from './import-status.ts'
import { TablePicker } from './TablePicker.tsx'
import styles from './layout.module.css'

/** Shows the next step as the only filled button, at the lower edge. */
export function CheckedActions({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { report, file } = state
  const chooseFile = (chosen: File) => void controller.choose(chosen)
  if (!report || isCheckOutdated(state))
    return (
      <footer className={styles.foot}>
        <TablePicker label={t('file.another')} variant={file ? 'quiet' : 'filled'} onChoose={chooseFile} />
        {file && (
          <Button variant="filled" onClick={() => void controller.check()}>
            {t('act.check')}
          </Button>
        )}
      </footer>
    )
  const { created, updated, bad } = report.counts
  const good = created + updated
  const hasFile = report.reading !== undefined
  return (
    <footer className={styles.foot}>
      <TablePicker
        label={t(bad > 0 ? 'file.corrected' : 'file.another')}
        variant={good === 0 && bad === 0 ? 'filled' : 'quiet'}
        onChoose={chooseFile}
      />
      {bad > 0 && good > 0 && (
        <Button onClick={() => void controller.commit('skip')}>{t('act.skip', { count: good })}</Button>
      )}
      {bad > 0 && hasFile && <DownloadIssuesButton module={metadata.name} report={report} variant="filled" />}
      {bad === 0 && good > 0 && (
        <Button variant="filled" onClick={() => void controller.commit('stop')}>
          {t('act.commit', { count: good })}
        </Button>
      )}
    </footer>
  )
}
