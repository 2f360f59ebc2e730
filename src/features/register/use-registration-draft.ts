import { useCallback, useRef } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import { useDraft, type Draft } from '#outbox/index.ts'
import { draftName, sensitiveFields, type RegistrationKind } from './kinds.ts'

/**
 * Returns the draft of a registration's form.
 * A draft for a new registration becomes the draft of the existing one when that turns out to exist and has none.
 */
export function useRegistrationDraft(kind: RegistrationKind, rowId: string | undefined): Draft<Values> {
  const own = useDraft<Values>(draftName(kind, rowId), { sensitive: sensitiveFields })
  const before = useDraft<Values>(draftName(kind), { sensitive: sensitiveFields })
  const isMoved = useRef(false)
  const { save: saveOwn, drop: dropOwn } = own
  const { drop: dropBefore } = before
  const save = useCallback(
    (values: Values) => {
      saveOwn(values)
      // From now on the values lie in the draft of the existing registration.
      if (!isMoved.current) void dropBefore()
      isMoved.current = true
    },
    [saveOwn, dropBefore],
  )
  const drop = useCallback(async () => {
    await Promise.all([dropOwn(), dropBefore()])
  }, [dropOwn, dropBefore])
  if (rowId === undefined) return own
  return {
    ...own,
    saved: own.saved ?? before.saved,
    isReady: own.isReady && before.isReady,
    save,
    drop,
  }
}
