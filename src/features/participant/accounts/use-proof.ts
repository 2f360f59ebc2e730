import { useEffect, useRef, useState } from 'react'
import type { ProofBody } from '#contract/api.ts'
import { isClientError } from './is-client-error.ts'

/**
 * Sends requests that need a recent proof of identity: the password field appears only when the server requires it.
 * An error is shown at the field, which keeps its text.
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
    /** @returns the response; undefined when the server rejected the request */
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
        const [field] = error.fields
        setError(field?.text ?? error.msg)
        if (field?.path === 'login_pwd') setIsRequired(true)
        input.current?.focus()
        return undefined
      }
    },
  }
}

export type ProofState = ReturnType<typeof useProof>
