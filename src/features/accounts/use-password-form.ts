import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChangePasswordBody } from '#contract/calls.ts'
import type { FieldProblem } from '#contract/envelope.ts'
import { findLengthFault, normalizePassword, passwordCharacters } from '#contract/password.ts'
import { useProblemText } from '#features/forms'
import { api } from '#lib/api.ts'
import { isRefusal } from './refusal.ts'

/** The fields as the call names them. */
export type PasswordField = keyof ChangePasswordBody | 'mobile'

export type PasswordValues = Record<PasswordField, string>

const empty: PasswordValues = { old_pwd: '', mobile: '', captcha: '', new_pwd: '', repeat_pwd: '' }

/** What can be said before anybody is asked. */
export function findProblems({
  new_pwd,
  repeat_pwd,
}: Pick<PasswordValues, 'new_pwd' | 'repeat_pwd'>): FieldProblem[] {
  const problems: FieldProblem[] = []
  const fault = findLengthFault(new_pwd)
  if (fault) problems.push({ path: 'new_pwd', key: fault, params: passwordCharacters })
  if (normalizePassword(new_pwd) !== normalizePassword(repeat_pwd))
    problems.push({ path: 'repeat_pwd', key: 'password.not_repeated' })
  return problems
}

/** The form of a new password: its values, what is wrong by field, and the call. */
export function usePasswordForm({
  proof,
  onProofNeeded,
  onChanged,
}: {
  /** The field that proves who it is; undefined while nothing has to. */
  proof: 'old_pwd' | 'captcha' | undefined
  /** The server wants a proof where none was asked. */
  onProofNeeded: () => void
  onChanged: () => void
}) {
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const inputs = useRef(new Map<PasswordField, HTMLInputElement>())
  const textOf = useProblemText(noModule)
  const focus = (name: PasswordField) => inputs.current.get(name)?.focus()
  const refuse = (found: readonly FieldProblem[]) => {
    setProblems(found)
    const [first] = found
    if (first) focus(first.path as PasswordField)
  }
  const attempt = useMutation({
    mutationFn: async (body: ChangePasswordBody) => {
      try {
        await api.changePassword(body)
      } catch (error) {
        if (!isRefusal(error)) throw error
        if (error.fields.some(({ path }) => path === 'old_pwd')) onProofNeeded()
        const path = proof ?? 'new_pwd'
        return refuse(
          error.fields.length > 0 ? error.fields : [{ path, key: error.key ?? '', text: error.msg }],
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
    refuse,
    focus,
    submit() {
      const found = findProblems(values)
      if (found.length > 0) return refuse(found)
      setProblems([])
      const { new_pwd, repeat_pwd } = values
      if (!attempt.isPending)
        attempt.mutate({
          ...(proof && values[proof] !== '' && { [proof]: values[proof] }),
          new_pwd,
          repeat_pwd,
        })
    },
  }
}

/** The fields are no module's: their words stand on the screen. */
const noModule = { fields: {} }
