import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { setPartialSignIn, tokenOptions } from './partial-sign-in.ts'
import { isClientError } from './is-client-error.ts'

interface Verification {
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token: string | undefined
  onVerified: () => Promise<void>
}

/** Submits a second-factor code. An error is shown at the field, which keeps its text. */
export function useVerification({ token, onVerified }: Verification, label: string) {
  const { t } = useTranslation('sign-in')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // The field replaces the previous step.
  useEffect(() => input.current?.focus(), [])
  const verifying = useMutation({
    mutationFn: async (code: string) => {
      try {
        await api.verifySecondFactor({ code }, tokenOptions(token))
      } catch (error) {
        if (!isClientError(error)) throw error
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
