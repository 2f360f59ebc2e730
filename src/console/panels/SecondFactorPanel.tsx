import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PasswordProof, useProof } from '#features/participant/accounts'
import { notify } from '#platform/notices.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import type { RecordPanelProps } from './panel-calls.ts'
import { accountSecondFactorQuery, accountSignInsQuery, resetSecondFactor } from './panel-calls.ts'
import styles from './SignInsPanel.module.css'

/** Shows the second factor of an account, and resets it for users who have lost it. */
export default function SecondFactorPanel({ row }: RecordPanelProps) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const user = useCurrentUser()
  const secondFactor = useQuery(accountSecondFactorQuery(row.id))
  const proof = useProof()
  const resetMutation = useMutation({
    mutationFn: async () => {
      // Without a response the password field appears, or shows why the server rejected the request.
      if (!(await proof.sendWithProof((body) => resetSecondFactor(row.id, body)))) return
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
    // When the server has requested the password, the user has already confirmed the reset.
    if (proof.isRequired || (await confirmDialog(labels))) resetMutation.mutate()
  }
  if (!secondFactor.data)
    return <LoadState failed={secondFactor.isError} retry={() => void secondFactor.refetch()} rows={1} />
  if (!secondFactor.data.isOn) return <p className={styles.none}>{t('secondFactor.off')}</p>
  return (
    <div className={styles.body}>
      <p>{t('secondFactor.on', { count: secondFactor.data.recoveryCodesLeft })}</p>
      {user.id === row.id ? (
        <p className={styles.none}>{t('secondFactor.own')}</p>
      ) : (
        <>
          <PasswordProof proof={proof} help={t('secondFactor.proof')} />
          <Button busy={resetMutation.isPending} onClick={() => void reset()}>
            {t('secondFactor.reset')}
          </Button>
        </>
      )}
    </div>
  )
}
