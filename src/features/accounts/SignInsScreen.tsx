import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SignInInfo } from '#contract/api.ts'
import { useSignOut } from '#features/outbox'
import { api } from '#lib/api.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { notify } from '#lib/notices.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { BackToCenter } from './BackToCenter.tsx'
import { clearUserData } from './sign-in.ts'
import { SignInRow } from './SignInRow.tsx'
import { signInsQuery } from './sign-ins-query.ts'
import styles from './SignInsScreen.module.css'
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts'

/** Lists the user's sign-ins on all devices, to end one of them or all. */
export function SignInsScreen() {
  const { t } = useTranslation('accounts')
  useDocumentTitle(t('signIns.title'))
  useLeaveWhenSignedOut()
  const entries = useQuery(signInsQuery())
  const everywhere = useMutation({
    mutationFn: async () => {
      await api.logoutEverywhere()
      clearUserData()
    },
  })
  // Unsent entries are asked about first: after signing out they cannot be sent.
  const { leave, question } = useSignOut(() => everywhere.mutateAsync())
  const signOutEverywhere = async () => {
    const labels = {
      title: t('signIns.everywhere'),
      text: t('signIns.everywhereText'),
      yes: t('signIns.everywhere'),
      no: t('cancel'),
    }
    if (await confirmDialog(labels)) await leave()
  }
  return (
    <Screen>
      <BackToCenter />
      <PageHeader title={t('signIns.title')} lead={t('signIns.lead')} />
      {entries.data ? (
        <ul className={styles.list}>
          {entries.data.map((entry) => (
            <OwnSignIn key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <LoadState failed={entries.isError} retry={() => void entries.refetch()} rows={2} />
      )}
      <Button busy={everywhere.isPending} onClick={() => void signOutEverywhere()}>
        <Icon name="signOut" size={20} />
        {t('signIns.everywhere')}
      </Button>
      {question}
    </Screen>
  )
}

function OwnSignIn({ entry }: { entry: SignInInfo }) {
  const { t } = useTranslation('accounts')
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api.endSignIn(entry.id),
    onSuccess: () =>
      notify({
        kind: 'success',
        title: t('signIns.ended', { device: entry.device || t('signIns.unknown') }),
      }),
    // Ended elsewhere since: the refetched list shows it.
    onSettled: () => client.invalidateQueries(signInsQuery()),
  })
  return <SignInRow entry={entry} isBusy={ending.isPending} onEnd={() => ending.mutate()} />
}
