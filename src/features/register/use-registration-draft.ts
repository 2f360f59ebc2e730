import { useCallback, useRef } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import { useDraft, type Draft } from '#outbox/index.ts'
import { draftName, sensitiveFields, type RegistrationKind } from './kinds.ts'

/**
 * The draft of a registration's form. What was typed for a new one, before it was known that there is one already, is the
 * draft of that one as long as it has none of its own.
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
      // From here on it lies with the registration that there is.
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
