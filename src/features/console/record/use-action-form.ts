import { useState } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { useFormDraft, useModuleForm, type ModuleForm } from '#features/forms'
import { useDraft, type Draft } from '#outbox/index.ts'
import { sensitiveFields } from '../form/form-layout.ts'
import { getActionForm } from './action-shape.ts'

/** The form of an action, with its draft. */
export interface ActionForm {
  form: ModuleForm
  draft: Draft<Values>
  /** False until the draft was read: what is typed before it would be lost. */
  isFilled: boolean
}

/**
 * The form of what an action asks for. What is typed stays on the device until the action is sent, also when its sheet
 * is closed or the page dies.
 * @param getDraftName name of the draft, the same for the same rows and action
 */
export function useActionForm(
  metadata: ModuleMetadata,
  action: ActionMetadata,
  draftName: string,
  { values, context }: { values: Values; context: Values },
): ActionForm {
  const [shape] = useState(() => getActionForm(metadata, action))
  const [sensitive] = useState(() => sensitiveFields(metadata))
  const form = useModuleForm(shape, { fields: action.fields ?? [], values, context })
  const draft = useDraft<Values>(draftName, { sensitive })
  const isFilled = useFormDraft(form, draft)
  return { form, draft, isFilled }
}
