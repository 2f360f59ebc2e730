import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#platform/format-file.ts'
import { Button } from '#ui/Button.tsx'
import type { ImportState, Progress } from './import-state.ts'
import layout from './layout.module.css'
import styles from './ImportProgressCard.module.css'

/** Shows the progress of an import, which continues while the user opens other screens. */
export function ImportProgressCard({ state, onStop }: { state: ImportState; onStop: () => void }) {
  const { t } = useTranslation('console-import')
  const { phase, progress, fileName, report } = state
  const label = useProgressLabel(state)
  const total = progress?.total ?? (phase === 'writing' ? report?.counts.rows : undefined)
  return (
    <div className={layout.page}>
      <section className={layout.card} aria-busy="true">
        {fileName && <h2 className={styles.name}>{fileName}</h2>}
        <progress
          className={styles.bar}
          aria-label={label}
          {...(progress && total ? { value: progress.done, max: total } : {})}
        />
        <p className={styles.text}>{label}</p>
        <p className={styles.hint}>{t('busy.stopping')}</p>
        {phase !== 'undoing' && (
          <div className={layout.row}>
            <Button onClick={onStop}>{t('busy.stop')}</Button>
          </div>
        )}
      </section>
    </div>
  )
}

function useProgressLabel({ phase, progress }: ImportState): string {
  const { t } = useTranslation('console-import')
  if (phase === 'undoing') return t('busy.undoing')
  if (!progress) return t('busy.start')
  return formatProgress(progress, t)
}

function formatProgress(
  { step, done, total }: Progress,
  t: ReturnType<typeof useTranslation<'console-import'>>['t'],
): string {
  if (step === 'sending')
    return t('busy.sending', { done: formatFileSize(done), total: formatFileSize(total ?? done) })
  if (step === 'waiting') return t('busy.waiting')
  if (step === 'checking') return t('busy.checking', { count: done })
  return total === undefined ? t('busy.writing', { count: done }) : t('busy.writingOf', { done, total })
}
