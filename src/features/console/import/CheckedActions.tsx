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
  work,
}: {
  metadata: ModuleMetadata
  state: ImportState
  work: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { report, file } = state
  const choose = (chosen: File) => void work.choose(chosen)
  if (!report || isCheckOutdated(state))
    return (
      <footer className={styles.foot}>
        <TablePicker label={t('file.another')} look={file ? 'quiet' : 'filled'} onChoose={choose} />
        {file && (
          <Button look="filled" onClick={() => void work.check()}>
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
        look={good === 0 && bad === 0 ? 'filled' : 'quiet'}
        onChoose={choose}
      />
      {bad > 0 && good > 0 && (
        <Button onClick={() => void work.commit('skip')}>{t('act.skip', { count: good })}</Button>
      )}
      {bad > 0 && hasFile && <DownloadIssuesButton module={metadata.name} report={report} look="filled" />}
      {bad === 0 && good > 0 && (
        <Button look="filled" onClick={() => void work.commit('stop')}>
          {t('act.commit', { count: good })}
        </Button>
      )}
    </footer>
  )
}
