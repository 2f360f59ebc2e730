import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SignInInfo } from '#contract/api.ts'
import { useSignOut } from '#features/participant/outbox'
import { api } from '#platform/api.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { notify } from '#platform/notices.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { authStore } from '#platform/auth.ts'
import { BackToCenter, useLeaveWhenSignedOut } from './CenterPage.tsx'
import { clearUserData } from './sign-in.ts'
import { SignInRow } from './SignInRow.tsx'
import styles from './SignInsScreen.module.css'

/** Lists the user's sign-ins on all devices, to end one of them or all. */
export function SignInsScreen() {
  const { t } = useTranslation('accounts')
  useDocumentTitle(t('signIns.title'))
  useLeaveWhenSignedOut()
  const signIns = useQuery(signInsQuery())
  const signingOutEverywhere = useMutation({
    mutationFn: async () => {
      await api.logoutEverywhere()
      clearUserData()
    },
  })
  // The hook asks about unsent outbox entries first, because they cannot be sent after signing out.
  const { requestSignOut, sheet: signOutSheet } = useSignOut(() => signingOutEverywhere.mutateAsync())
  const signOutEverywhere = async () => {
    const labels = {
      title: t('signIns.everywhere'),
      text: t('signIns.everywhereText'),
      yes: t('signIns.everywhere'),
      no: t('cancel'),
    }
    if (await confirmDialog(labels)) await requestSignOut()
  }
  return (
    <Screen>
      <BackToCenter />
      <PageHeader title={t('signIns.title')} lead={t('signIns.lead')} />
      {signIns.data ? (
        <ul className={styles.list}>
          {signIns.data.map((signIn) => (
            <OwnSignIn key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      ) : (
        <LoadState failed={signIns.isError} retry={() => void signIns.refetch()} rows={2} />
      )}
      <Button busy={signingOutEverywhere.isPending} onClick={() => void signOutEverywhere()}>
        <Icon name="signOut" size={20} />
        {t('signIns.everywhere')}
      </Button>
      {signOutSheet}
    </Screen>
  )
}

/** One of the user's sign-ins, which can be ended. */
function OwnSignIn({ signIn }: { signIn: SignInInfo }) {
  const { t } = useTranslation('accounts')
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api.endSignIn(signIn.id),
    onSuccess: () =>
      notify({
        kind: 'success',
        title: t('signIns.ended', { device: signIn.device || t('signIns.unknown') }),
      }),
    // Also after an error: another device may have ended the sign-in, and the refetched list shows that.
    onSettled: () => client.invalidateQueries(signInsQuery()),
  })
  return <SignInRow signIn={signIn} isBusy={ending.isPending} onEnd={() => ending.mutate()} />
}

/** Lists the user's own sign-ins. Always from the server, never persisted. */
const signInsQuery = () =>
  queryOptions({
    queryKey: ['signIns', authStore.getUser().id ?? 'nobody'],
    queryFn: ({ signal }) => api.signIns({ signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
