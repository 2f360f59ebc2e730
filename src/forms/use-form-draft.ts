import { useEffect, useRef, useState } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from './module-form.ts'

/** A draft as `useDraft` of the outbox returns it. */
interface FormDraft {
  saved: Values | undefined
  isReady: boolean
  save: (values: Values) => void
  drop: () => Promise<void>
}

/**
 * Fills a form with its draft and saves every later change.
 * @returns false until the draft was read. The caller must not show the form before, because typed values would be
 * lost.
 */
export function useFormDraft(form: ModuleForm, draft: FormDraft): boolean {
  const [isLoaded, setIsLoaded] = useState(false)
  const lastTyped = useRef<Values>(undefined)
  const { isReady, saved, save, drop } = draft
  const { typedValues, version, replace } = form
  // A form of an action starts with values of its row, which the user has not typed. They need no draft.
  const [initialJson] = useState(() => JSON.stringify(typedValues))
  const hasConflict = form.conflict !== undefined
  useEffect(() => {
    if (!isReady || isLoaded) return
    if (saved) replace(saved)
    setIsLoaded(true)
    // oxlint-disable-next-line react/exhaustive-deps -- read once: what is typed later is newer than any draft
  }, [isReady, isLoaded])
  useEffect(() => {
    if (!isLoaded) return
    // The first values come from the draft, or from an untouched form.
    const isChanged = lastTyped.current && lastTyped.current !== typedValues
    if (isChanged && (Object.keys(typedValues).length === 0 || JSON.stringify(typedValues) === initialJson))
      void drop()
    // While the user has not chosen, the version is not saved, so that the choice appears again with the draft.
    else if (isChanged) save(version === undefined || hasConflict ? typedValues : { ...typedValues, version })
    lastTyped.current = typedValues
  }, [isLoaded, typedValues, initialJson, version, hasConflict, save, drop])
  return isLoaded
}
