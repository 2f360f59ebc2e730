import { useEffect, useRef, useState } from 'react'
import type { ProofBody } from '#contract/api.ts'
import { isClientError } from './is-client-error.ts'

/**
 * Makes calls that need a fresh proof of who this is: the password is asked for only once the server wants it. What it
 * refuses is shown beside the field, which keeps what was typed.
 */
export function useProof() {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isWanted, setIsWanted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The field is there only now.
  useEffect(() => {
    if (isWanted) input.current?.focus()
  }, [isWanted])
  return {
    isWanted,
    problem,
    field: { ref: input, value: password, onChange: setPassword },
    /** @returns what the call answered; undefined when the server refused it */
    async prove<Data>(call: (body: ProofBody) => Promise<Data>): Promise<{ data: Data } | undefined> {
      setProblem(undefined)
      try {
        const data = await call(password === '' ? {} : { login_pwd: password })
        setIsWanted(false)
        setPassword('')
        return { data }
      } catch (error) {
        if (!isClientError(error)) throw error
        const [field] = error.fields
        setProblem(field?.text ?? error.msg)
        if (field?.path === 'login_pwd') setIsWanted(true)
        input.current?.focus()
        return undefined
      }
    },
  }
}

export type Proof = ReturnType<typeof useProof>
