import '#ui/antd-mobile.css'
import { Button as SubmitButton } from 'antd-mobile'
import { Button } from '#ui/Button.tsx'
import { useRef, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from '@tanstack/react-query'
import { codeDigits } from '#contract/api.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { TextField } from '#ui/TextField.tsx'
import { api, isClientError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { type PartialSignIn, endPartialSignIn, setPartialSignIn, tokenOptions } from './partial-sign-in.ts'
import { completeSignIn, signOut } from './sign-in.ts'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'
import { parseCode } from './CodeField.tsx'
import { OfflineNote } from './PasswordProof.tsx'
import styles from './SecondFactor.module.css'

interface SecondStepProps {
  partialSignIn: PartialSignIn
  /** Called once the sign-in is complete: token and user are set. */
  onDone: () => void | Promise<void>
}

/** The second step of a sign-in: asks for a code, or sets up a factor where the forum requires one. */
export function SecondStep({ partialSignIn, onDone }: SecondStepProps) {
  const { t } = useTranslation('sign-in')
  const { token, step } = partialSignIn
  const finish = async () => {
    await completeSignIn(token)
    notify({ kind: 'success', title: t('signIn.done') })
    // This step stays on screen until the next page is rendered.
    await Promise.resolve(onDone()).finally(() => setPartialSignIn(undefined))
  }
  return (
    <div className={styles.step}>
      {step === 'code' ? (
        <CodeStep token={token} onVerified={finish} />
      ) : (
        <>
          <p className={styles.text}>{t('setup.requiredLead')}</p>
          <SecondFactorSetup token={token} proofHelp={t('setup.signInAgain')} onDone={finish} />
        </>
      )}
      <div className={styles.actions}>
        {/* Without a token here, the auth store has it. */}
        <Button onClick={() => (token === undefined ? signOut() : endPartialSignIn(partialSignIn))}>
          {t('second.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Asks for a code of the authenticator app or a recovery code. Switching between them keeps what was typed in each. */
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
      <div className={styles.actions}>
        <Button onClick={() => setIsRecovery(!isRecovery)}>
          {t(isRecovery ? 'second.useApp' : 'second.useRecovery')}
        </Button>
      </div>
      <p className={styles.text}>{t('second.lost')}</p>
    </>
  )
}

/** Props of the form for either code. */
interface VerificationFormProps {
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token: string | undefined
  code: string
  onCode: (code: string) => void
  onVerified: () => Promise<void>
}

/** Field for six digits from the authenticator app. The first complete code is submitted automatically. */
function AppCodeForm({ token, code, onCode, onVerified }: VerificationFormProps) {
  const { t } = useTranslation('sign-in')
  const label = t('second.code')
  const { input, error, isBusy, verify } = useVerification({ token, onVerified }, label)
  // A wrong code must not use up further attempts automatically.
  const isSubmitted = useRef(false)
  const change = (text: string) => {
    const next = parseCode(text)
    onCode(next)
    if (next.length < codeDigits || isSubmitted.current) return
    isSubmitted.current = true
    verify(next)
  }
  return (
    <CodeForm lead={t('second.lead')} isBusy={isBusy} onSubmit={() => verify(code)}>
      <TextField
        ref={input}
        label={label}
        value={code}
        onChange={change}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </CodeForm>
  )
}

/** Field for a recovery code, for users without their authenticator app. */
function RecoveryCodeForm({ token, code, onCode, onVerified }: VerificationFormProps) {
  const { t } = useTranslation('sign-in')
  const label = t('second.recovery')
  const { input, error, isBusy, verify } = useVerification({ token, onVerified }, label)
  return (
    <CodeForm lead={t('second.recoveryLead')} isBusy={isBusy} onSubmit={() => verify(code.trim())}>
      <TextField
        ref={input}
        label={label}
        value={code}
        onChange={onCode}
        error={error}
        help={t('second.recoveryHelp')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </CodeForm>
  )
}

/** Props of the frame around the field. */
interface CodeFormProps {
  /** Text above the field. */
  lead: string
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
}

function CodeForm({ lead, isBusy, onSubmit, children }: CodeFormProps) {
  const { t } = useTranslation('sign-in')
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p className={styles.text}>{lead}</p>
      {children}
      <OfflineNote />
      <SubmitButton block type="submit" color="primary" size="large" shape="rounded" loading={isBusy}>
        {t('signIn.submit')}
      </SubmitButton>
    </form>
  )
}

interface Verification {
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token: string | undefined
  onVerified: () => Promise<void>
}

/**
 * Submits a second-factor code. An error is shown at the field, which keeps its text.
 * @param label of the field, for the error of an empty one
 */
function useVerification({ token, onVerified }: Verification, label: string) {
  const { t } = useTranslation('sign-in')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // The field replaces the previous step, whose button had the focus.
  useEffect(() => input.current?.focus(), [])
  const verifying = useMutation({
    mutationFn: async (code: string) => {
      try {
        await api.verifySecondFactor({ code }, tokenOptions(token))
      } catch (error) {
        if (!isClientError(error)) throw error
        // The partial sign-in has ended: the sign-in page starts again.
        if (error.needsSignIn) {
          notify({ kind: 'danger', title: t('signIn.failed'), text: error.msg })
          return setPartialSignIn(undefined)
        }
        setError(error.fields[0]?.text ?? error.msg)
        return input.current?.focus()
      }
      return onVerified()
    },
  })
  return {
    input,
    error,
    isBusy: verifying.isPending,
    verify: (code: string) => {
      setError(code === '' ? t('signIn.missing', { label }) : undefined)
      if (code === '') input.current?.focus()
      else if (!verifying.isPending) verifying.mutate(code)
    },
  }
}
