import { useMutation } from '@tanstack/react-query'
import { Button as SubmitButton } from 'antd-mobile'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSetup as Setup } from '#contract/api.ts'
import { api, ApiError } from '#platform/api.ts'
import '#ui/antd-mobile.css'
import { FirstCode } from './FirstCode.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { tokenOptions } from './partial-sign-in.ts'
import { PasswordProof } from './PasswordProof.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'
import { useProof } from './use-proof.ts'

interface SetupProps {
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token?: string | undefined
  /** Help for users without a password. */
  proofHelp: ReactNode
  /** Called once the factor is in use and its recovery codes were shown. */
  onDone: () => void | Promise<void>
}

/** Sets up a second factor: secret for the authenticator app, first code, recovery codes. */
export function SecondFactorSetup({ token, proofHelp, onDone }: SetupProps) {
  const { t } = useTranslation('sign-in')
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const proof = useProof()
  const starting = useMutation({
    mutationFn: async () => {
      const response = await proof.sendWithProof((body) =>
        api.setUpSecondFactor(body, tokenOptions(token)).catch(ignoreAlreadyOn),
      )
      if (!response) return undefined
      return response.data ? setSetup(response.data) : onDone()
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

/** This sign-in set up the factor before the page was closed, so nothing is left to do. */
function ignoreAlreadyOn(error: unknown): undefined {
  if (!(error instanceof ApiError && error.key === 'second_factor.on')) throw error
}
