import { useEffect, useId } from 'react'

const dirty = new Set<string>()

/** True while something typed would be lost by a reload: no reload may happen on its own then. */
export const isDirty = (): boolean => dirty.size > 0

/** Marks this component's form as unsaved for as long as `unsaved` is true. */
export function useDirty(unsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (unsaved) dirty.add(id)
    return () => void dirty.delete(id)
  }, [id, unsaved])
}
