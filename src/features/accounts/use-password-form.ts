import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangePasswordBody } from '#contract/api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { findLengthIssue, normalizePassword, passwordCharacters } from '#contract/password.ts'
import { useIssueMessage } from '#features/forms'
import { api } from '#lib/api.ts'
import { isClientError } from './is-client-error.ts'

/** The fields as the call names them. */
export type PasswordField = Exclude<keyof ChangePasswordBody, 'challenge'> | 'mobile'

export type PasswordValues = Record<PasswordField, string>

const empty: PasswordValues = { old_pwd: '', mobile: '', captcha: '', new_pwd: '', repeat_pwd: '' }

/** The field that proves who it is. */
type ProofField = 'old_pwd' | 'captcha'

/** What can be said before anybody is asked. @param proof what has to be proven, with the label of its field */
export function validatePassword(
  values: Pick<PasswordValues, ProofField | 'new_pwd' | 'repeat_pwd'>,
  proof?: { field: ProofField; label: string },
): FieldIssue[] {
  const { new_pwd, repeat_pwd } = values
  const problems: FieldIssue[] = []
  if (proof && values[proof.field] === '')
    problems.push({ path: proof.field, key: 'field.empty', params: { label: proof.label } })
  const fault = findLengthIssue(new_pwd)
  if (fault) problems.push({ path: 'new_pwd', key: fault, params: passwordCharacters })
  if (normalizePassword(new_pwd) !== normalizePassword(repeat_pwd))
    problems.push({ path: 'repeat_pwd', key: 'password.not_repeated' })
  return problems
}

/** The server names a proof that is missing by the old password: it is told at the one that is asked for. */
export function mapProofIssue(
  problems: readonly FieldIssue[],
  proof: ProofField | undefined,
): readonly FieldIssue[] {
  return problems.map((problem) =>
    proof !== undefined && problem.path === 'old_pwd' ? { ...problem, path: proof } : problem,
  )
}

/** The form of a new password: its values, what is wrong by field, and the call. */
export function usePasswordForm({
  proof,
  onProofNeeded,
  onChanged,
}: {
  /** The field that proves who it is; undefined while nothing has to. */
  proof: ProofField | undefined
  /** The server wants a proof where none was asked. */
  onProofNeeded: () => void
  onChanged: () => void
}) {
  const { t } = useTranslation(['accounts', 'sign-in'])
  const [values, setValues] = useState(empty)
  const challenge = useRef<string>(undefined)
  const [problems, setProblems] = useState<readonly FieldIssue[]>([])
  const inputs = useRef(new Map<PasswordField, HTMLInputElement>())
  const textOf = useIssueMessage(noModule)
  const focus = (name: PasswordField) => inputs.current.get(name)?.focus()
  // To the first that is wrong; its field may be there only now.
  useEffect(() => {
    const [first] = problems
    if (first) inputs.current.get(first.path as PasswordField)?.focus()
  }, [problems])
  const attempt = useMutation({
    mutationFn: async (body: ChangePasswordBody) => {
      try {
        await api.changePassword(body)
      } catch (error) {
        if (!isClientError(error)) throw error
        if (error.fields.some(({ path }) => path === 'old_pwd')) onProofNeeded()
        const path = proof ?? 'new_pwd'
        return setProblems(
          error.fields.length > 0
            ? mapProofIssue(error.fields, proof)
            : [{ path, key: error.key ?? '', text: error.msg }],
        )
      }
      return onChanged()
    },
  })
  return {
    values,
    isDirty: Object.values(values).some((value) => value !== ''),
    isBusy: attempt.isPending,
    /** What an input of the form needs. */
    field: (name: PasswordField) => {
      const problem = problems.find(({ path }) => path === name)
      return {
        value: values[name],
        problem: problem && textOf(problem),
        onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
        ref: (input: HTMLInputElement | null) => {
          if (input) inputs.current.set(name, input)
          else inputs.current.delete(name)
        },
      }
    },
    refuse: setProblems,
    /** Of the request for the code that the person types. */
    noteChallenge: (own: string) => void (challenge.current = own),
    focus,
    submit() {
      const label = proof && t(proof === 'captcha' ? 'sign-in:code.code' : 'password.old')
      const found = validatePassword(values, proof && label ? { field: proof, label } : undefined)
      if (found.length > 0) return setProblems(found)
      setProblems([])
      const { new_pwd, repeat_pwd } = values
      if (!attempt.isPending)
        attempt.mutate({
          ...(proof && values[proof] !== '' && { [proof]: values[proof] }),
          ...(proof === 'captcha' && challenge.current !== undefined && { challenge: challenge.current }),
          new_pwd,
          repeat_pwd,
        })
    },
  }
}

/** The fields are no module's: their words stand on the screen. */
const noModule = { fields: {} }
