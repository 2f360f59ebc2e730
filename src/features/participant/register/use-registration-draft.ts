import { useCallback, useRef } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import { useDraft, type Draft } from '#outbox/index.ts'
import { getDraftName, sensitiveFields, type RegistrationKind } from './kinds.ts'

/**
 * Returns the draft of a registration's form.
 * When the user already has a registration without a draft, a draft for a new one is used for it.
 */
export function useRegistrationDraft(kind: RegistrationKind, rowId: string | undefined): Draft<Values> {
  const rowDraft = useDraft<Values>(getDraftName(kind, rowId), { sensitive: sensitiveFields })
  const newDraft = useDraft<Values>(getDraftName(kind), { sensitive: sensitiveFields })
  const isMoved = useRef(false)
  const { save: saveRowDraft, drop: dropRowDraft } = rowDraft
  const { drop: dropNewDraft } = newDraft
  const save = useCallback(
    (values: Values) => {
      saveRowDraft(values)
      // From now on the draft of the existing registration has the values.
      if (!isMoved.current) void dropNewDraft()
      isMoved.current = true
    },
    [saveRowDraft, dropNewDraft],
  )
  const drop = useCallback(async () => {
    await Promise.all([dropRowDraft(), dropNewDraft()])
  }, [dropRowDraft, dropNewDraft])
  if (rowId === undefined) return rowDraft
  return {
    ...rowDraft,
    saved: rowDraft.saved ?? newDraft.saved,
    isReady: rowDraft.isReady && newDraft.isReady,
    save,
    drop,
  }
}
