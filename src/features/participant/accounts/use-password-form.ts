import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangePasswordBody } from '#contract/api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { findLengthIssue, normalizePassword, passwordCharacters } from '#contract/password.ts'
import { useIssueMessage } from '#forms/index.ts'
import { api, isClientError } from '#platform/api.ts'

/** Keys of the fields, as in the request body. `mobile` is not part of it: a code is sent to this number. */
type PasswordField = Exclude<keyof ChangePasswordBody, 'challenge'> | 'mobile'

type PasswordValues = Record<PasswordField, string>

const emptyValues: PasswordValues = { old_pwd: '', mobile: '', captcha: '', new_pwd: '', repeat_pwd: '' }

/** The field that proves the user's identity: the old password, or `captcha`, the code in a text message. */
export type ProofField = 'old_pwd' | 'captcha'

/**
 * Finds the issues that the app can find without the server.
 * @param proof the required proof with the label of its field; absent when none is needed
 */
export function validatePassword(
  values: Pick<PasswordValues, ProofField | 'new_pwd' | 'repeat_pwd'>,
  proof?: { field: ProofField; label: string },
): FieldIssue[] {
  const { new_pwd, repeat_pwd } = values
  const issues: FieldIssue[] = []
  if (proof && values[proof.field] === '')
    issues.push({ path: proof.field, key: 'field.empty', params: { label: proof.label } })
  const lengthIssue = findLengthIssue(new_pwd)
  if (lengthIssue) issues.push({ path: 'new_pwd', key: lengthIssue, params: passwordCharacters })
  if (normalizePassword(new_pwd) !== normalizePassword(repeat_pwd))
    issues.push({ path: 'repeat_pwd', key: 'password.not_repeated' })
  return issues
}

/** Moves issues to the field on screen: the server reports a missing or wrong proof at the old password. */
export function mapProofIssue(
  issues: readonly FieldIssue[],
  proof: ProofField | undefined,
): readonly FieldIssue[] {
  return issues.map((issue) =>
    proof !== undefined && issue.path === 'old_pwd' ? { ...issue, path: proof } : issue,
  )
}

/** State of the form for a new password: values, issues by field and the request. */
export function usePasswordForm({
  proof,
  onProofNeeded,
  onChanged,
}: {
  /** The field that proves the identity; undefined when none is needed. */
  proof: ProofField | undefined
  /** Called when the server needs a proof that the form did not ask for. */
  onProofNeeded: () => void
  onChanged: () => void
}) {
  const { t } = useTranslation(['accounts', 'sign-in'])
  const [values, setValues] = useState(emptyValues)
  /** Id of the last request for a code. */
  const challenge = useRef<string>(undefined)
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  const inputs = useRef(new Map<PasswordField, HTMLInputElement>())
  const formatIssue = useIssueMessage(noModule)
  const focus = (name: PasswordField) => inputs.current.get(name)?.focus()
  // Focuses the first field with an issue, which may have just been rendered.
  useEffect(() => {
    const [first] = issues
    if (first) inputs.current.get(first.path as PasswordField)?.focus()
  }, [issues])
  const attempt = useMutation({
    mutationFn: async (body: ChangePasswordBody) => {
      try {
        await api.changePassword(body)
      } catch (error) {
        if (!isClientError(error)) throw error
        if (error.fields.some(({ path }) => path === 'old_pwd')) onProofNeeded()
        // An error without a field shows at the proof, or else at the new password.
        const path = proof ?? 'new_pwd'
        return setIssues(
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
    /** Props for an input of the form. */
    field: (name: PasswordField) => {
      const issue = issues.find(({ path }) => path === name)
      return {
        value: values[name],
        error: issue && formatIssue(issue),
        onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
        ref: (input: HTMLInputElement | null) => {
          if (input) inputs.current.set(name, input)
          else inputs.current.delete(name)
        },
      }
    },
    showIssues: setIssues,
    /** Stores the challenge of the code request. */
    setChallenge: (challengeId: string) => void (challenge.current = challengeId),
    focus,
    submit() {
      const label = proof && t(proof === 'captcha' ? 'sign-in:code.code' : 'password.old')
      const foundIssues = validatePassword(values, proof && label ? { field: proof, label } : undefined)
      if (foundIssues.length > 0) return setIssues(foundIssues)
      setIssues([])
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

/** The fields belong to no module: their labels are on the screen. */
const noModule = { fields: {} }
