import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PasswordProof, useProof } from '#features/accounts'
import { notify } from '#lib/notices.ts'
import { useCurrentUser } from '#lib/auth.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import type { RecordPanelProps } from './panel-props.ts'
import { accountSecondFactorQuery, accountSignInsQuery, resetSecondFactor } from './panel-calls.ts'
import styles from './SignInsPanel.module.css'

/** Shows the second factor of an account, and resets it for users who have lost it. */
export default function SecondFactorPanel({ row }: RecordPanelProps) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const user = useCurrentUser()
  const state = useQuery(accountSecondFactorQuery(row.id))
  const proof = useProof()
  const resetting = useMutation({
    mutationFn: async () => {
      if (!(await proof.prove((body) => resetSecondFactor(row.id, body)))) return
      notify({ kind: 'success', title: t('secondFactor.done') })
      await client.invalidateQueries(accountSecondFactorQuery(row.id))
      await client.invalidateQueries(accountSignInsQuery(row.id))
    },
  })
  const reset = async () => {
    const labels = {
      title: t('secondFactor.reset'),
      text: t('secondFactor.resetText'),
      yes: t('secondFactor.reset'),
      no: t('action.cancel'),
    }
    // Already confirmed when the server has asked for the password since.
    if (proof.isWanted || (await confirmDialog(labels))) resetting.mutate()
  }
  if (!state.data) return <LoadState failed={state.isError} retry={() => void state.refetch()} rows={1} />
  if (!state.data.isOn) return <p className={styles.none}>{t('secondFactor.off')}</p>
  return (
    <div className={styles.body}>
      <p>{t('secondFactor.on', { count: state.data.recoveryCodesLeft })}</p>
      {user.id === row.id ? (
        <p className={styles.none}>{t('secondFactor.own')}</p>
      ) : (
        <>
          <PasswordProof proof={proof} help={t('secondFactor.proof')} />
          <Button busy={resetting.isPending} onClick={() => void reset()}>
            {t('secondFactor.reset')}
          </Button>
        </>
      )}
    </div>
  )
}
