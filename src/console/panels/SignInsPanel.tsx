import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SignInRow } from '#features/participant/accounts'
import { notify } from '#platform/notices.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import type { RecordPanelProps } from './panel-calls.ts'
import { accountSignInsQuery, endAccountSignIns } from './panel-calls.ts'
import styles from './SignInsPanel.module.css'

/** Lists the sign-ins of an account; each can be ended, and all at once. */
export default function SignInsPanel({ row }: RecordPanelProps) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const signIns = useQuery(accountSignInsQuery(row.id))
  const endMutation = useMutation({
    mutationFn: (signIn: string | undefined) => endAccountSignIns(row.id, signIn),
    onSuccess: (_, signIn) =>
      notify({ kind: 'success', title: t(signIn === undefined ? 'signIns.allEnded' : 'signIns.ended') }),
    // The sign-in may have ended elsewhere; the list shows it.
    onSettled: () => client.invalidateQueries(accountSignInsQuery(row.id)),
  })
  const endAll = async () => {
    const labels = {
      title: t('signIns.endAll'),
      text: t('signIns.endAllText'),
      yes: t('signIns.endAll'),
      no: t('action.cancel'),
    }
    if (await confirmDialog(labels)) endMutation.mutate(undefined)
  }
  if (!signIns.data)
    return <LoadState failed={signIns.isError} retry={() => void signIns.refetch()} rows={1} />
  if (signIns.data.length === 0) return <p className={styles.none}>{t('signIns.none')}</p>
  return (
    <div className={styles.body}>
      <ul className={styles.list}>
        {signIns.data.map((signIn) => (
          <SignInRow
            key={signIn.id}
            signIn={signIn}
            isBusy={endMutation.isPending && endMutation.variables === signIn.id}
            onEnd={() => endMutation.mutate(signIn.id)}
          />
        ))}
      </ul>
      <Button
        busy={endMutation.isPending && endMutation.variables === undefined}
        onClick={() => void endAll()}
      >
        {t('signIns.endAll')}
      </Button>
    </div>
  )
}
