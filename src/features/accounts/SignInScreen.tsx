import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button, Input } from 'antd-mobile'
import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoginBody } from '#contract/calls.ts'
import { MyCenter } from '#lib/addresses.ts'
import { ApiError } from '#lib/api.ts'
import { useDirty } from '#lib/busy.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { notify } from '#lib/notices.ts'
import '#ui/antd-mobile.ts'
import { findNextPlace } from './after-sign-in.ts'
import { KeepChoice } from './KeepChoice.tsx'
import { keepSignIn, signIn } from './sign-in.ts'
import type { SignInSearch } from './sign-in-search.ts'
import styles from './SignInScreen.module.css'

/** Sign-in with a login name and a password. */
export function SignInScreen({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('accounts')
  const router = useRouter()
  useDocumentTitle(t('signIn.title'))
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [keeps, setKeeps] = useState(false)
  useDirty(name !== '' || password !== '')
  const attempt = useMutation({
    mutationFn: (body: LoginBody) => signInOrTell(body, t('signIn.failed')),
    onSuccess: async (signedIn) => {
      if (!signedIn) return setPassword('')
      notify({ kind: 'success', title: t('signIn.done') })
      if (keeps) await keepOrTell(t('keep.failed'), t('keep.failedText'))
      const canGoBack = search.goBack === true && router.history.canGoBack()
      const next = findNextPlace(search.redirectUrl, canGoBack, location.origin)
      if (next.kind === 'back') return router.history.back()
      void router.navigate({ to: next.kind === 'address' ? next.href : MyCenter, replace: true })
    },
  })
  const [checked, setChecked] = useState(false)
  const complete = name.trim() !== '' && password !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (complete && !attempt.isPending) attempt.mutate({ login_name: name.trim(), login_pwd: password })
  }
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <p className={styles.lead}>{t('signIn.lead')}</p>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={t('signIn.name')}
          value={name}
          onChange={setName}
          autoComplete="username"
          missing={checked && name.trim() === ''}
        />
        <Field
          label={t('signIn.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          type="password"
          missing={checked && password === ''}
        />
        <KeepChoice value={keeps} onChange={setKeeps} />
        <Button block type="submit" color="primary" size="large" shape="rounded" loading={attempt.isPending}>
          {t('signIn.submit')}
        </Button>
      </form>
    </>
  )
}

/** A refusal is told with the server's own words; no answer at all is told by the catalogue. */
async function signInOrTell(body: LoginBody, failedTitle: string): Promise<boolean> {
  try {
    await signIn(body)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const refused = error.code === 401
    notify(
      refused
        ? { kind: 'danger', title: failedTitle, text: error.msg }
        : { kind: 'danger', title: error.msg || failedTitle },
    )
    return false
  }
}

/** The person is signed in either way; what is not kept is told, and why. */
async function keepOrTell(failedTitle: string, failedText: string): Promise<void> {
  try {
    if (await keepSignIn()) return
    notify({ kind: 'warning', title: failedTitle, text: failedText })
  } catch (error) {
    const text = error instanceof ApiError ? error.msg : failedText
    notify({ kind: 'warning', title: failedTitle, text })
  }
}

function Field({
  label,
  missing,
  ...input
}: {
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'username' | 'current-password'
  type?: 'password'
  missing: boolean
}) {
  const { t } = useTranslation('accounts')
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input id={id} autoCapitalize="none" className={styles.input ?? ''} {...input} />
      {missing && (
        <p role="alert" className={styles.missing}>
          {t('signIn.missing', { label })}
        </p>
      )}
    </div>
  )
}
