import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import { setPartialSignIn, tokenOptions } from './partial-sign-in.ts'
import { isClientError } from './is-client-error.ts'

interface Verification {
  /** Of a sign-in beside the session; absent where it is the session's. */
  token: string | undefined
  onVerified: () => Promise<void>
}

/** Sends a code of the second factor; what is refused comes to its field, which keeps what was typed. */
export function useVerification({ token, onVerified }: Verification, label: string) {
  const { t } = useTranslation('sign-in')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // The field takes the place of the step before.
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
        setProblem(error.fields[0]?.text ?? error.msg)
        return input.current?.focus()
      }
      return onVerified()
    },
  })
  return {
    input,
    problem,
    isBusy: verifying.isPending,
    verify: (code: string) => {
      setProblem(code === '' ? t('signIn.missing', { label }) : undefined)
      if (code === '') input.current?.focus()
      else if (!verifying.isPending) verifying.mutate(code)
    },
  }
}
