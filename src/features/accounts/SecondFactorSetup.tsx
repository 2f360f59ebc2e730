import { useMutation } from '@tanstack/react-query'
import { Button as SubmitButton } from 'antd-mobile'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSetup as Setup } from '#contract/api.ts'
import { api, ApiError } from '#lib/api.ts'
import '#ui/antd-mobile.css'
import { FirstCode } from './FirstCode.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { tokenOptions } from './partial-sign-in.ts'
import { PasswordProof } from './PasswordProof.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'
import { useProof } from './use-proof.ts'

interface SetupProps {
  /** Of a sign-in beside the session; absent where it is the session's. */
  token?: string | undefined
  /** What to do without a password. */
  proofHelp: ReactNode
  /** The factor is in use, and its recovery codes were shown. */
  onDone: () => void | Promise<void>
}

/** Sets a second factor up: a secret for the authenticator app, a first code from it, then the recovery codes. */
export function SecondFactorSetup({ token, proofHelp, onDone }: SetupProps) {
  const { t } = useTranslation('sign-in')
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const proof = useProof()
  const starting = useMutation({
    mutationFn: async () => {
      const proven = await proof.prove((body) =>
        api.setUpSecondFactor(body, tokenOptions(token)).catch(undefinedIfOn),
      )
      if (!proven) return undefined
      return proven.data ? setSetup(proven.data) : onDone()
    },
  })
  const start = (event: SubmitEvent) => {
    event.preventDefault()
    if (!starting.isPending) starting.mutate()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <FirstCode setup={setup} token={token} onConfirmed={setCodes} />
  return (
    <form className={styles.step} onSubmit={start} noValidate>
      <p className={styles.text}>{t('setup.lead')}</p>
      <PasswordProof proof={proof} help={proofHelp} />
      <OfflineNote />
      <SubmitButton
        block
        type="submit"
        color="primary"
        size="large"
        shape="rounded"
        loading={starting.isPending}
      >
        {t('setup.start')}
      </SubmitButton>
    </form>
  )
}

/** This sign-in has set the factor up before the page was closed: there is nothing left to do. */
function undefinedIfOn(error: unknown): undefined {
  if (!(error instanceof ApiError && error.key === 'second_factor.on')) throw error
}
