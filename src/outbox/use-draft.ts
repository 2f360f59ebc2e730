import { useCallback, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#platform/auth.ts'
import { draftWriter, getCurrentOwner } from './page-outbox.ts'

/** Whether the input is stored on the device. */
export type DraftState = 'none' | 'saving' | 'saved' | 'not_stored'

/** The draft of a form. */
export interface Draft<Values> {
  /** The stored draft, with its files; undefined when there is none. */
  saved: Values | undefined
  /** False until the draft is loaded, and while no user is signed in. Earlier input would be overwritten. */
  isReady: boolean
  /** Stores the input at once, because a page that closes cannot finish a write. */
  save: (values: Values) => void
  /** Removes the draft, when it was submitted or discarded. */
  drop: () => Promise<void>
  state: DraftState
}

/** Delay before the state changes to saved, in milliseconds. Without it the state flickers while the user types. */
const savedDelayMs = 300

/**
 * Loads and stores the signed-in user's draft of a form.
 * @param form name of the draft, the same at each visit. It includes the row's id where the form edits a row
 */
export function useDraft<Values extends object>(
  form: string,
  { sensitive = [] }: { sensitive?: readonly string[] } = {},
): Draft<Values> {
  // Renders again when another user signs in.
  useCurrentUser()
  const owner = getCurrentOwner()
  const [loaded, setLoaded] = useState<{ draftKey: string; saved: Values | undefined }>()
  const [state, setState] = useState<DraftState>('none')
  /** The newest input. Only the result of its save changes the state. */
  const newest = useRef<Values>(undefined)
  const stateTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // As text, so that an equal list does not create new callbacks.
  const sensitiveFields = sensitive.join(' ')
  const draftKey = owner === undefined ? undefined : `${owner} ${form}`

  useEffect(() => {
    if (owner === undefined) return undefined
    let isCurrent = true
    const showDraft = (saved: Values | undefined, nextState: DraftState) => {
      if (!isCurrent) return
      setLoaded({ draftKey: `${owner} ${form}`, saved })
      setState(nextState)
    }
    draftWriter.load<Values>(owner, form).then(
      (saved) => showDraft(saved, saved ? 'saved' : 'none'),
      // The form can be filled in and submitted, but must not overwrite a draft that it could not read.
      () => showDraft(undefined, 'not_stored'),
    )
    return () => {
      isCurrent = false
    }
  }, [owner, form])

  useEffect(() => () => clearTimeout(stateTimer.current), [])

  const save = useCallback(
    (values: Values) => {
      clearTimeout(stateTimer.current)
      newest.current = values
      setState('saving')
      // Another user is signed in by now: the input is not theirs.
      if (owner === undefined || getCurrentOwner() !== owner) return
      const showState = (nextState: DraftState) => () => {
        if (newest.current === values)
          stateTimer.current = setTimeout(() => setState(nextState), savedDelayMs)
      }
      draftWriter
        .save(owner, form, values, sensitiveFields.split(' '))
        .then(showState('saved'), showState('not_stored'))
    },
    [owner, form, sensitiveFields],
  )
  const drop = useCallback(async () => {
    clearTimeout(stateTimer.current)
    newest.current = undefined
    if (owner !== undefined) await draftWriter.drop(owner, form).catch(() => undefined)
    setState('none')
  }, [owner, form])

  const isReady = draftKey !== undefined && loaded?.draftKey === draftKey
  return { saved: isReady ? loaded?.saved : undefined, isReady, save, drop, state }
}
