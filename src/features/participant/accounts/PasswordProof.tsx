import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/TextField.tsx'
import styles from './SecondFactor.module.css'
import type { ProofState } from './use-proof.ts'

/** Password field for requests that need a recent proof of identity, with its error. */
export function PasswordProof({ proof, help }: { proof: ProofState; help: ReactNode }) {
  const { t } = useTranslation('sign-in')
  if (proof.isRequired)
    return (
      <TextField
        {...proof.field}
        label={t('signIn.password')}
        help={help}
        error={proof.error}
        type="password"
        autoComplete="current-password"
      />
    )
  if (proof.error === undefined) return null
  return (
    <p role="alert" className={styles.error}>
      {proof.error}
    </p>
  )
}
