import { isClientError } from '#platform/api.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProofBody } from '#contract/api.ts'
import { TextField } from '#ui/TextField.tsx'
import { useIsOffline } from '#platform/connectivity.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './SecondFactor.module.css'

/**
 * Password field for requests that need a recent proof of identity, with its error. Without the field, only the error.
 * @param proof from {@link useProof}
 */
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

/** Says offline that signing in needs a network, and that what was typed is safe. */
export function OfflineNote() {
  const { t } = useTranslation('sign-in')
  const isOffline = useIsOffline()
  return (
    <output>
      {isOffline && (
        <span className={styles.note}>
          <Icon name="offline" size={20} />
          {t('second.offline')}
        </span>
      )}
    </output>
  )
}

/**
 * Sends requests that need a recent proof of identity. The server accepts a recent sign-in as proof, so the password
 * field appears only when it requires one. An error is shown at the field, which keeps its text.
 */
export function useProof() {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isRequired, setIsRequired] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The field has just been rendered.
  useEffect(() => {
    if (isRequired) input.current?.focus()
  }, [isRequired])
  return {
    isRequired,
    error,
    field: { ref: input, value: password, onChange: setPassword },
    /**
     * Sends a request, with the password if one was typed.
     * @returns the response in an object, because it may be undefined itself; undefined when the server rejected the
     * request
     */
    async sendWithProof<Data>(
      request: (body: ProofBody) => Promise<Data>,
    ): Promise<{ data: Data } | undefined> {
      setError(undefined)
      try {
        const data = await request(password === '' ? {} : { login_pwd: password })
        setIsRequired(false)
        setPassword('')
        return { data }
      } catch (error) {
        if (!isClientError(error)) throw error
        const [issue] = error.fields
        setError(issue?.text ?? error.msg)
        // The password is missing or wrong.
        if (issue?.path === 'login_pwd') setIsRequired(true)
        input.current?.focus()
        return undefined
      }
    },
  }
}

type ProofState = ReturnType<typeof useProof>
