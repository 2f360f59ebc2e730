import { useEffect, useRef } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#features/forms'
import type { Draft } from '#outbox/index.ts'

/** Keeps what is typed into a form on the device, from the first change on. */
export function useKeptDraft({ typed }: ModuleForm, { save }: Pick<Draft<Values>, 'save'>): void {
  const first = useRef(typed)
  useEffect(() => {
    if (typed !== first.current) save(typed)
  }, [typed, save])
}
