import { useState } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { useFormDraft, useModuleForm, type ModuleForm } from '#forms/index.ts'
import { useDraft, type Draft } from '#outbox/index.ts'
import { listSensitiveFields } from '../data/form-shape.ts'
import { getActionForm } from './action-form.ts'

/** The form of an action and its draft. */
export interface ActionForm {
  form: ModuleForm
  draft: Draft<Values>
  /** False until the draft has loaded; the form must not be shown before, because its input would replace the draft. */
  isDraftLoaded: boolean
}

/**
 * Creates the form of an action. Input stays on the device until the action is sent, also when the sheet or the page
 * is closed.
 * @param draftName name of the draft, the same for the same rows and action
 */
export function useActionForm(
  metadata: ModuleMetadata,
  action: ActionMetadata,
  draftName: string,
  { values, context }: { values: Values; context: Values },
): ActionForm {
  const [shape] = useState(() => getActionForm(metadata, action))
  const [sensitive] = useState(() => listSensitiveFields(metadata))
  const form = useModuleForm(shape, { fields: action.fields ?? [], values, context })
  const draft = useDraft<Values>(draftName, { sensitive })
  const isDraftLoaded = useFormDraft(form, draft)
  return { form, draft, isDraftLoaded }
}
