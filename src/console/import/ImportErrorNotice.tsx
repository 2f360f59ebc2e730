import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { ImportFailure, ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import layout from './layout.module.css'

/** Shows why an import failed and how to continue. */
export function ImportErrorNotice({
  state,
  controller,
}: {
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { failure, file, report, onError } = state
  if (!failure) return null
  const { kind, during } = failure
  // Whether the server has written the rows is unknown; repeating the request returns the result.
  const isResponseMissing = kind === 'network' && (during === 'writing' || during === 'undoing')
  const retry = () => {
    if (during === 'writing' && kind !== 'expired') void controller.commit(onError)
    else if (during === 'undoing' && report) void controller.undo(report.token)
    else void controller.check()
  }
  const cannotRetry = kind === 'closed' || kind === 'signedOut'
  // A check needs the file, which a resumed import does not have.
  const needsFile = during !== 'undoing' && (during !== 'writing' || kind === 'expired') && !file
  return (
    <section role="alert" className={layout.card}>
      <p className={layout.failure}>
        <Icon name="warning" size={20} /> {formatFailure(failure, t)}
      </p>
      {needsFile && <p>{t('fail.noFile')}</p>}
      {!cannotRetry && !needsFile && (
        <div className={layout.row}>
          <Button variant="filled" onClick={retry}>
            {t(isResponseMissing ? 'act.ask' : kind === 'expired' ? 'act.check' : 'act.retry')}
          </Button>
        </div>
      )}
    </section>
  )
}

function formatFailure(
  { kind, during, text }: ImportFailure,
  t: ReturnType<typeof useTranslation<'console-import'>>['t'],
): string {
  if (kind === 'network' && during === 'writing') return t('fail.networkWriting')
  if (kind === 'network' && during === 'undoing') return t('fail.networkUndoing')
  if (kind === 'network') return t('fail.network')
  if (kind === 'signedOut') return t('fail.signedOut')
  if (kind === 'closed') return t('fail.closed')
  return text || t('fail.unknown')
}
