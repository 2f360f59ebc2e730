import { useRouter } from '@tanstack/react-router'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#platform/route-paths.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass, Button } from '#ui/Button.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { resolveRedirect } from './resolve-redirect.ts'
import { MobileStep } from './MobileStep.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import {
  usePartialSignIn,
  endPartialSignIn,
  setPartialSignIn,
  type PartialSignIn,
} from './partial-sign-in.ts'
import { signInMethods, type SignInSearch, type SignInMethod } from './sign-in-search.ts'
import styles from './SignInScreen.module.css'
import { useWeixin } from './use-weixin.ts'
import { persistSignIn, completeSignIn, signOut } from './sign-in.ts'
import rememberMeSwitchStyles from './RememberMeSwitch.module.css'
import { AppCodeForm, RecoveryCodeForm } from './SecondStepForms.tsx'
import secondStepStyles from './SecondFactor.module.css'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

/** Page that sets a new password after a sign-in by a code. */
const passwordPage = '/user/password'

/** Sign-in by password or by code, and by WeChat where the forum has it. */
export function SignInScreen({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  useDocumentTitle(t('signIn.title'))
  // Shared by both methods, so that a number is typed only once.
  const [name, setName] = useState('')
  const [isRemembered, setRemembered] = useState(false)
  const method = search.way ?? 'password'
  // A user who forgot the password continues to the password page; the URL keeps their original destination.
  const [hasForgotten, setHasForgotten] = useState(search.redirectUrl === passwordPage)
  const finish = async () => {
    await weixin.linkAccount()
    if (isRemembered) await tryPersistSignIn(t('keep.failed'), t('keep.failedText'))
    const canGoBack = search.goBack === true && router.history.canGoBack()
    const next = resolveRedirect(hasForgotten ? passwordPage : search.redirectUrl, canGoBack, location.origin)
    if (next.kind === 'back') return router.history.back()
    return router.navigate({ to: next.kind === 'address' ? next.href : MyCenter, replace: true })
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
        {weixin.signInUrl !== undefined && (
          <a href={weixin.signInUrl} className={buttonClass('quiet')}>
            {t('weixin.signIn')}
          </a>
        )}
      </div>
    </>
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

interface SecondStepProps {
  partialSignIn: PartialSignIn
  /** Called once the sign-in is complete: token and user are set. */
  onDone: () => void | Promise<void>
}

/** The second step of a sign-in: asks for a code, or sets up a factor where the forum requires one. */
function SecondStep({ partialSignIn, onDone }: SecondStepProps) {
  const { t } = useTranslation('sign-in')
  const { token, step } = partialSignIn
  const finish = async () => {
    await completeSignIn(token)
    notify({ kind: 'success', title: t('signIn.done') })
    // This step stays on screen until the next page is rendered.
    await Promise.resolve(onDone()).finally(() => setPartialSignIn(undefined))
  }
  return (
    <div className={secondStepStyles.step}>
      {step === 'code' ? (
        <CodeStep token={token} onVerified={finish} />
      ) : (
        <>
          <p className={secondStepStyles.text}>{t('setup.requiredLead')}</p>
          <SecondFactorSetup token={token} proofHelp={t('setup.signInAgain')} onDone={finish} />
        </>
      )}
      <div className={secondStepStyles.actions}>
        <Button onClick={() => (token === undefined ? signOut() : endPartialSignIn(partialSignIn))}>
          {t('second.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Asks for a code of the app or a recovery code. Switching between them keeps what was typed in each. */
function CodeStep({ token, onVerified }: { token: string | undefined; onVerified: () => Promise<void> }) {
  const { t } = useTranslation('sign-in')
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  useUnsavedChanges(code !== '' || recoveryCode !== '')
  return (
    <>
      {isRecovery ? (
        <RecoveryCodeForm code={recoveryCode} onCode={setRecoveryCode} {...{ token, onVerified }} />
      ) : (
        <AppCodeForm code={code} onCode={setCode} {...{ token, onVerified }} />
      )}
      <div className={secondStepStyles.actions}>
        <Button onClick={() => setIsRecovery(!isRecovery)}>
          {t(isRecovery ? 'second.useApp' : 'second.useRecovery')}
        </Button>
      </div>
      <p className={secondStepStyles.text}>{t('second.lost')}</p>
    </>
  )
}
