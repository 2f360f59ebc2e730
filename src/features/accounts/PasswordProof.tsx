import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/TextField.tsx'
import styles from './SecondFactor.module.css'
import type { Proof } from './use-proof.ts'

/** The password, where the server wants a fresh proof, and what it refused. */
export function PasswordProof({ proof, help }: { proof: Proof; help: ReactNode }) {
  const { t } = useTranslation('sign-in')
  if (proof.isWanted)
    return (
      <TextField
        {...proof.field}
        label={t('signIn.password')}
        help={help}
        problem={proof.problem}
        type="password"
        autoComplete="current-password"
      />
    )
  if (proof.problem === undefined) return null
  return (
    <p role="alert" className={styles.problem}>
      {proof.problem}
    </p>
  )
}
