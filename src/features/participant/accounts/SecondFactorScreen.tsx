import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorState } from '#contract/api.ts'
import { api } from '#platform/api.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { notify } from '#platform/notices.ts'
import { authStore } from '#platform/auth.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { BackToCenter, useLeaveWhenSignedOut } from './CenterPage.tsx'
import { OfflineNote, PasswordProof, useProof } from './PasswordProof.tsx'
import { RecoveryCodes, SecondFactorSetup } from './SecondFactorSetup.tsx'
import styles from './SecondFactor.module.css'

/** Reads the state of the user's second factor: always from the server, never persisted on this device. */
const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['secondFactor', authStore.getUser().id ?? 'nobody'],
    queryFn: ({ signal }) => api.secondFactor({ signal }),
    staleTime: 0,
    gcTime: 0,
    // During the setup a refetch would say that the factor is on, and replace the recovery codes on screen.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { quiet: true },
  })

/** Page to set up or remove the user's second factor, and to renew its recovery codes. For users of the console. */
export function SecondFactorScreen() {
  const { t } = useTranslation('accounts')
  const client = useQueryClient()
  useDocumentTitle(t('factor.title'))
  useLeaveWhenSignedOut()
  const query = useQuery(secondFactorQuery())
  const refresh = () => client.invalidateQueries(secondFactorQuery())
  return (
    <Screen>
      <BackToCenter />
      <PageHeader title={t('factor.title')} lead={t('factor.lead')} />
      {query.data ? (
        <SecondFactorContent state={query.data} onChanged={refresh} />
      ) : (
        <LoadState failed={query.isError} retry={() => void query.refetch()} rows={1} />
      )}
    </Screen>
  )
}

interface ContentProps {
  state: SecondFactorState
  /** Fetches the state again. */
  onChanged: () => Promise<void>
}

function SecondFactorContent({ state, onChanged }: ContentProps) {
  const { t } = useTranslation('accounts')
  if (state.isOn) return <SecondFactorIsOn state={state} onChanged={onChanged} />
  if (!state.canSetUp) return <p className={styles.text}>{t('factor.notForYou')}</p>
  const finish = async () => {
    notify({ kind: 'success', title: t('factor.isOn') })
    await onChanged()
  }
  return <SecondFactorSetup proofHelp={<SignInByCode />} onDone={finish} />
}

/** Says that the factor is on, with buttons to renew the recovery codes and to remove it. */
function SecondFactorIsOn({ state: { recoveryCodesLeft, isRequired }, onChanged }: ContentProps) {
  const { t } = useTranslation('accounts')
  const proof = useProof()
  /** New recovery codes, until the user has confirmed that they are stored. */
  const [codes, setCodes] = useState<readonly string[]>()
  const renewing = useMutation({
    mutationFn: async () => {
      const response = await proof.sendWithProof(api.renewRecoveryCodes)
      if (response) setCodes(response.data.recoveryCodes)
    },
  })
  const removing = useMutation({
    mutationFn: async () => {
      if (!(await proof.sendWithProof(api.removeSecondFactor))) return
      notify({ kind: 'success', title: t('factor.removed') })
      await onChanged()
    },
  })
  const remove = async () => {
    const labels = {
      title: t('factor.removeTitle'),
      text: t('factor.removeText'),
      yes: t('factor.remove'),
      no: t('cancel'),
    }
    // When the password field is shown, the user has already confirmed the first attempt.
    if (proof.isRequired || (await confirmDialog(labels))) removing.mutate()
  }
  const hideCodes = async () => {
    setCodes(undefined)
    await onChanged()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={hideCodes} />
  const isBusy = renewing.isPending || removing.isPending
  return (
    <div className={styles.step}>
      <p>{t('factor.isOn')}</p>
      <p className={styles.text}>{t('factor.left', { count: recoveryCodesLeft })}</p>
      {isRequired && <p className={styles.text}>{t('factor.required')}</p>}
      <PasswordProof proof={proof} help={<SignInByCode />} />
      <OfflineNote />
      <div className={styles.actions}>
        <Button busy={renewing.isPending} disabled={isBusy} onClick={() => renewing.mutate()}>
          {t('factor.renew')}
        </Button>
        {!isRequired && (
          <Button busy={removing.isPending} disabled={isBusy} onClick={() => void remove()}>
            {t('factor.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Link for users without a password: a new sign-in by a code is a recent proof. */
function SignInByCode() {
  const { t } = useTranslation('accounts')
  return (
    <Link to="/user/login" search={{ way: 'code', redirectUrl: '/user/second-factor' }}>
      {t('factor.byCode')}
    </Link>
  )
}
