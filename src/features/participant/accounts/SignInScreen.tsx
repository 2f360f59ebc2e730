import '#ui/antd-mobile.css'
import { Button as SubmitButton } from 'antd-mobile'
import { type ReactNode, useRef, type SubmitEvent, useState, useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { LoginBody } from '#contract/api.ts'
import { TextField } from '#ui/TextField.tsx'
import { MyCenter } from '#platform/routing.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { type SignInResult, signIn, persistSignIn } from './sign-in.ts'
import { resolveRedirect } from './resolve-redirect.ts'
import { signInMethods, type SignInSearch, type SignInMethod } from './sign-in-search.ts'
import { MobileStep } from './MobileStep.tsx'
import { usePartialSignIn } from './partial-sign-in.ts'
import { useWeixin } from './use-weixin.ts'
import { SecondStep } from './SecondStep.tsx'
import styles from './SignInScreen.module.css'
import rememberMeSwitchStyles from './RememberMeSwitch.module.css'

/** Page that sets a new password after a sign-in by a code. */
const passwordPage = '/user/password'

/** Sign-in by password or by code, and by WeChat where the forum has it. */
export function SignInScreen({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  useDocumentTitle(t('signIn.title'))
  // Login name or mobile number. Both methods share it, so that a number is typed only once.
  const [name, setName] = useState('')
  const [isRemembered, setRemembered] = useState(false)
  const method = search.way ?? 'password'
  // A user who forgot the password continues to the password page; the URL keeps their original destination.
  const [hasForgotten, setHasForgotten] = useState(search.redirectUrl === passwordPage)
  /** Called once the sign-in is complete: navigates to the user's destination. */
  const finish = async () => {
    await weixin.linkAccount()
    if (isRemembered) await tryPersistSignIn(t('keep.failed'), t('keep.failedText'))
    const canGoBack = search.goBack === true && router.history.canGoBack()
    const requested = hasForgotten ? passwordPage : search.redirectUrl
    const destination = resolveRedirect(requested, canGoBack, location.origin)
    if (destination.kind === 'back') return router.history.back()
    const to = destination.kind === 'address' ? destination.href : MyCenter
    return router.navigate({ to, replace: true })
  }
  const changeSearch = (changes: SignInSearch) =>
    void router.navigate({ to: '/user/login', search: { ...search, ...changes }, replace: true })
  const weixin = useWeixin(search, { onSignedIn: finish, onLinkNeeded: () => changeSearch({ way: 'code' }) })
  const partial = usePartialSignIn()
  const rememberMe = <RememberMeSwitch value={isRemembered} onChange={setRemembered} />
  if (partial)
    return (
      <>
        <h1 className={styles.title}>{t(`second.title.${partial.step}`)}</h1>
        <SecondStep partialSignIn={partial} onDone={finish} />
      </>
    )
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <p className={styles.lead}>
        {t(hasForgotten && method === 'code' ? 'signIn.forgottenLead' : `signIn.lead.${method}`)}
      </p>
      <div className={styles.methods}>
        <ChoiceChips
          label={t('signIn.ways')}
          choices={signInMethods.map((value) => ({ value, label: t(`signIn.way.${value}`) }))}
          chosen={method}
          onChoose={(chosen) => {
            // A user who remembers the password continues to their original destination.
            if (chosen === 'password') setHasForgotten(false)
            changeSearch({ way: chosen as SignInMethod })
          }}
        />
      </div>
      {method === 'code' ? (
        <MobileStep mobile={name} onMobile={setName} submitLabel={t('signIn.submit')} onSignedIn={finish}>
          {rememberMe}
        </MobileStep>
      ) : (
        <PasswordForm name={name} onName={setName} onSignedIn={finish}>
          {rememberMe}
        </PasswordForm>
      )}
      <div className={styles.more}>
        {method === 'password' && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setHasForgotten(true)
              changeSearch({ way: 'code' })
            }}
          >
            {t('signIn.forgotten')}
          </button>
        )}
        <WeixinLink href={weixin.signInUrl} />
      </div>
    </>
  )
}

/** Link to the sign-in by WeChat; renders nothing where the forum has none. */
function WeixinLink({ href }: { href: string | undefined }) {
  const { t } = useTranslation('sign-in')
  if (href === undefined) return null
  return (
    <a href={href} className={buttonClass('quiet')}>
      {t('weixin.signIn')}
    </a>
  )
}

/** Makes the sign-in persistent. When that fails, the user stays signed in and a notice says why. */
async function tryPersistSignIn(failedTitle: string, failedText: string): Promise<void> {
  try {
    if (await persistSignIn()) return
    notify({ kind: 'warning', title: failedTitle, text: failedText })
  } catch (error) {
    const text = error instanceof ApiError ? error.msg : failedText
    notify({ kind: 'warning', title: failedTitle, text })
  }
}

/** Switch "keep me signed in on this device", off by default. */
function RememberMeSwitch({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const { t } = useTranslation('sign-in')
  const hint = useId()
  return (
    <div>
      <label className={rememberMeSwitchStyles.label}>
        <input
          type="checkbox"
          className={rememberMeSwitchStyles.box}
          checked={value}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        {t('keep.label')}
      </label>
      <p id={hint} className={rememberMeSwitchStyles.hint}>
        {t('keep.hint')}
      </p>
    </div>
  )
}

/** Form to sign in with login name and password. */
function PasswordForm({
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
  /** Whether empty fields show an error. */
  const [isSubmitted, setIsSubmitted] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  useUnsavedChanges(name !== '' || password !== '')
  const attempt = useMutation({
    mutationFn: async (body: LoginBody) => {
      const result = await signInOrNotify(body, t('signIn.failed'))
      if (!result) {
        // The emptied field is no error of the user.
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
      <SubmitButton
        block
        type="submit"
        color="primary"
        size="large"
        shape="rounded"
        loading={attempt.isPending}
      >
        {t('signIn.submit')}
      </SubmitButton>
    </form>
  )
}

/**
 * Signs in, and shows an error response as a notice. The query client shows network errors.
 * @returns undefined after an error response
 */
async function signInOrNotify(body: LoginBody, failedTitle: string): Promise<SignInResult | undefined> {
  try {
    return await signIn(body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Other errors, such as too many attempts, say nothing about name and password: their text is the title.
    const isRejected = error.code === 401
    notify(
      isRejected
        ? { kind: 'danger', title: failedTitle, text: error.msg }
        : { kind: 'danger', title: error.msg || failedTitle },
    )
    return undefined
  }
}
