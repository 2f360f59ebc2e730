import { useMutation } from '@tanstack/react-query'
import { Button as SubmitButton } from 'antd-mobile'
import { Suspense, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSetup } from '#contract/api.ts'
import { QrCode } from '#features/visit/install'
import { api } from '#platform/api.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import '#ui/antd-mobile.css'
import { buttonClass } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { parseCode } from './parse-code.ts'
import { CopyButton } from './CopyButton.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { tokenOptions } from './partial-sign-in.ts'
import { isClientError } from './is-client-error.ts'
import styles from './SecondFactor.module.css'
import { StepTitle } from './StepTitle.tsx'

interface FirstCodeProps {
  setup: SecondFactorSetup
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token: string | undefined
  /** Called when the secret is in use. */
  onConfirmed: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret for the authenticator app as a QR code and as text, and asks for the first code. */
export function FirstCode({ setup: { secret, uri }, token, onConfirmed }: FirstCodeProps) {
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
