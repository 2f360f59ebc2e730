import '#ui/antd-mobile.css'
import { useMutation } from '@tanstack/react-query'
import { Button as SubmitButton } from 'antd-mobile'
import { useState, type ReactNode, type SubmitEvent, Suspense, useRef, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSetup as Setup } from '#contract/api.ts'
import { api, ApiError, isClientError } from '#platform/api.ts'
import { QrCode } from '#features/visit/install'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { buttonClass, Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { downloadBlob } from '#platform/files.ts'
import { copyText } from '#platform/browser.ts'
import { notify } from '#platform/notices.ts'
import { OfflineNote, PasswordProof, useProof } from './PasswordProof.tsx'
import { tokenOptions } from './partial-sign-in.ts'
import styles from './SecondFactor.module.css'
import { parseCode } from './CodeField.tsx'

interface SetupProps {
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token?: string | undefined
  /** Help at the password field: what users without a password can do. */
  proofHelp: ReactNode
  /** Called once the factor is in use and its recovery codes were shown. */
  onDone: () => void | Promise<void>
}

/** Sets up a second factor: secret for the authenticator app, first code, recovery codes. */
export function SecondFactorSetup({ token, proofHelp, onDone }: SetupProps) {
  const { t } = useTranslation('sign-in')
  /** The secret, once the server has created it. */
  const [setup, setSetup] = useState<Setup>()
  /** The recovery codes, once the factor is in use. */
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

/**
 * Returns undefined when the factor is on: this sign-in has set it up before the page was closed, so nothing is left to
 * do.
 */
function ignoreAlreadyOn(error: unknown): undefined {
  if (!(error instanceof ApiError && error.key === 'second_factor.on')) throw error
}

interface FirstCodeProps {
  setup: Setup
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token: string | undefined
  /** Called when the secret is in use. */
  onConfirmed: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret for the authenticator app as a QR code and as text, and asks for the first code. */
function FirstCode({ setup: { secret, uri }, token, onConfirmed }: FirstCodeProps) {
  const { t } = useTranslation('sign-in')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // Leaving discards the secret: the user would have to enter a new one in the authenticator app.
  useUnsavedChanges(true)
  const confirming = useMutation({
    mutationFn: async () => {
      try {
        const { recoveryCodes } = await api.confirmSecondFactor({ code }, tokenOptions(token))
        return onConfirmed(recoveryCodes)
      } catch (error) {
        if (!isClientError(error)) throw error
        setError(error.fields[0]?.text ?? error.msg)
        return input.current?.focus()
      }
    },
  })
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    if (code === '') {
      setError(t('signIn.missing', { label: t('second.code') }))
      return input.current?.focus()
    }
    setError(undefined)
    if (!confirming.isPending) confirming.mutate()
  }
  return (
    <form className={styles.step} onSubmit={confirm} noValidate>
      <StepTitle>{t('setup.app')}</StepTitle>
      <p className={styles.text}>{t('setup.scan')}</p>
      <div className={styles.picture}>
        <Suspense>
          <QrCode text={uri} label={t('setup.picture')} />
        </Suspense>
      </div>
      <p className={styles.text}>{t('setup.typed')}</p>
      {/* Four characters each: `ABCD EFGH`. */}
      <code className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      <div className={styles.actions}>
        <CopyButton text={secret} label={t('setup.copy')} />
        <a href={uri} className={buttonClass('quiet')}>
          {t('setup.open')}
        </a>
      </div>
      <TextField
        ref={input}
        label={t('second.code')}
        help={t('setup.codeHelp')}
        value={code}
        onChange={(text) => setCode(parseCode(text))}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <OfflineNote />
      <SubmitButton
        block
        type="submit"
        color="primary"
        size="large"
        shape="rounded"
        loading={confirming.isPending}
      >
        {t('setup.confirm')}
      </SubmitButton>
    </form>
  )
}

/** Name of the downloaded file with the recovery codes. */
const fileName = 'recovery-codes.txt'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Called when the user has confirmed that the codes are stored. */
  onDone: () => void | Promise<void>
}

/** Shows the recovery codes, only this once, to copy, save or print. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('sign-in')
  // The server shows the codes only once, so leaving loses them.
  useUnsavedChanges(true)
  const finishing = useMutation({ mutationFn: async () => onDone() })
  const text = `${codes.join('\n')}\n`
  return (
    <div className={styles.step}>
      <StepTitle>{t('codes.title')}</StepTitle>
      <p className={styles.text}>{t('codes.lead')}</p>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('codes.copy')} />
        <Button onClick={() => downloadBlob(new Blob([text], { type: 'text/plain' }), fileName)}>
          {t('codes.download')}
        </Button>
        <Button onClick={() => globalThis.print()}>{t('codes.print')}</Button>
      </div>
      <SubmitButton
        block
        color="primary"
        size="large"
        shape="rounded"
        loading={finishing.isPending}
        onClick={() => finishing.mutate()}
      >
        {t('codes.done')}
      </SubmitButton>
    </div>
  )
}

/** Copies a text to the clipboard and confirms it. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('sign-in')
  const copy = async () => {
    const isCopied = await copyText(text)
    notify(
      isCopied
        ? { kind: 'success', title: t('copy.done') }
        : { kind: 'warning', title: t('copy.failed'), text: t('copy.failedText') },
    )
  }
  return <Button onClick={() => void copy()}>{label}</Button>
}

/** Title of a step that replaces the previous one. It takes the focus, so that screen readers read it. */
function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </h2>
  )
}
