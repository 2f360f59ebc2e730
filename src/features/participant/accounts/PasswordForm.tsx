import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd-mobile'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoginBody } from '#contract/api.ts'
import { ApiError } from '#platform/api.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { notify } from '#platform/notices.ts'
import '#ui/antd-mobile.css'
import { TextField } from '#ui/TextField.tsx'
import { signIn, type SignInResult } from './sign-in.ts'
import styles from './SignInScreen.module.css'

/** Form to sign in with login name and password. */
export function PasswordForm({
  name,
  onName,
  onSignedIn,
  children,
}: {
  name: string
  onName: (name: string) => void
  onSignedIn: () => Promise<void>
  /** Shown above the button. */
  children: ReactNode
}) {
  const { t } = useTranslation('sign-in')
  const [password, setPassword] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  useUnsavedChanges(name !== '' || password !== '')
  const attempt = useMutation({
    mutationFn: async (body: LoginBody) => {
      const result = await signInOrNotify(body, t('signIn.failed'))
      if (!result) {
        setPassword('')
        setIsSubmitted(false)
        return undefined
      }
      // The sign-in screen shows the second step once the partial sign-in is stored.
      if (result === 'partial') return undefined
      notify({ kind: 'success', title: t('signIn.done') })
      return onSignedIn()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (name.trim() === '') return nameInput.current?.focus()
    if (password === '') return passwordInput.current?.focus()
    if (!attempt.isPending) attempt.mutate({ login_name: name.trim(), login_pwd: password })
  }
  const getMissingMessage = (value: string, label: string) =>
    isSubmitted && value === '' ? t('signIn.missing', { label }) : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={nameInput}
        label={t('signIn.name')}
        value={name}
        onChange={onName}
        autoComplete="username"
        autoCapitalize="none"
        error={getMissingMessage(name.trim(), t('signIn.name'))}
      />
      <TextField
        ref={passwordInput}
        label={t('signIn.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        type="password"
        error={getMissingMessage(password, t('signIn.password'))}
      />
      {children}
      <Button block type="submit" color="primary" size="large" shape="rounded" loading={attempt.isPending}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}

/** Shows an HTTP error with the server's text, and a network error with a text of the app. */
async function signInOrNotify(body: LoginBody, failedTitle: string): Promise<SignInResult | undefined> {
  try {
    return await signIn(body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isRejected = error.code === 401
    notify(
      isRejected
        ? { kind: 'danger', title: failedTitle, text: error.msg }
        : { kind: 'danger', title: error.msg || failedTitle },
    )
    return undefined
  }
}
