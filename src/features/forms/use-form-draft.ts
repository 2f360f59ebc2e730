import { useEffect, useRef, useState } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from './module-form.ts'

/** A draft of a form, as `useDraft` of the outbox gives it. */
interface KeptDraft {
  saved: Values | undefined
  isReady: boolean
  save: (values: Values) => void
  drop: () => Promise<void>
}

/**
 * Fills a form with its draft once that was read, and keeps every change of it from then on.
 * @returns false until the draft was read: what is typed before it would be lost
 */
export function useFormDraft(form: ModuleForm, draft: KeptDraft): boolean {
  const [isFilled, setFilled] = useState(false)
  const kept = useRef<Values>(undefined)
  const { isReady, saved, save, drop } = draft
  const { typed, version, replace } = form
  // An action's form begins with values of its row, which nobody has typed.
  const [untouched] = useState(() => JSON.stringify(typed))
  const isOvertaken = form.overtaken !== undefined
  useEffect(() => {
    if (!isReady || isFilled) return
    if (saved) replace(saved)
    setFilled(true)
    // oxlint-disable-next-line react/exhaustive-deps -- read once: what is typed later is newer than any draft
  }, [isReady, isFilled])
  useEffect(() => {
    if (!isFilled) return
    // The first values are the draft's own, or a form that nobody has touched.
    const isChanged = kept.current && kept.current !== typed
    if (isChanged && (Object.keys(typed).length === 0 || JSON.stringify(typed) === untouched)) void drop()
    // What is not chosen yet is so again when the draft is opened.
    else if (isChanged) save(version === undefined || isOvertaken ? typed : { ...typed, version })
    kept.current = typed
  }, [isFilled, typed, untouched, version, isOvertaken, save, drop])
  return isFilled
}
