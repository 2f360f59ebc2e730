import { useEffect, useId } from 'react'

const dirty = new Set<string>()

/** True while something typed would be lost by a reload: no reload may happen on its own then. */
export const isDirty = (): boolean => dirty.size > 0

/** Marks something unsaved, or takes the mark back. */
export function setDirty(id: string, unsaved: boolean): void {
  if (unsaved) dirty.add(id)
  else dirty.delete(id)
}

/** Marks this component's form as unsaved for as long as `unsaved` is true. */
export function useDirty(unsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    setDirty(id, unsaved)
    return () => setDirty(id, false)
  }, [id, unsaved])
}
