import { useCallback, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#lib/session.ts'
import { draftSlots, ownerNow, readyKey } from './page.ts'

/** Whether what is typed lies on the device. */
export type DraftState = 'none' | 'saving' | 'saved' | 'not_stored'

/** A form's draft. */
export interface Draft<Values> {
  /** What was typed before, with its files; undefined when there is none. */
  saved: Values | undefined
  /** False until the device has answered, and while nobody is signed in: a form filled before would be overwritten. */
  isReady: boolean
  /** Keeps what is typed, a moment after the last letter. */
  save: (values: Values) => void
  /** It was sent, or is not wanted any more. */
  drop: () => Promise<void>
  state: DraftState
}

/** Waited for after a letter, in milliseconds; at once when the page is hidden. */
const settleMs = 300

/**
 * The draft of a form, of whoever is signed in.
 * @param form name of the form, the same at each visit; with the row's id where it edits one
 */
export function useDraft<Values extends object>(
  form: string,
  { sensitive = [] }: { sensitive?: readonly string[] } = {},
): Draft<Values> {
  useCurrentUser()
  const owner = ownerNow()
  const [loaded, setLoaded] = useState<{ of: string; saved: Values | undefined }>()
  const [state, setState] = useState<DraftState>('none')
  const pending = useRef<{ values: Values; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  const hidden = sensitive.join(' ')
  const of = owner === undefined ? undefined : `${owner} ${form}`

  useEffect(() => {
    if (owner === undefined) return undefined
    let isCurrent = true
    const show = (saved: Values | undefined, next: DraftState) => {
      if (!isCurrent) return
      setLoaded({ of: `${owner} ${form}`, saved })
      setState(next)
    }
    draftSlots.load<Values>(owner, form).then(
      (saved) => show(saved, saved ? 'saved' : 'none'),
      // The form can be filled in and sent; what was typed before must not be written over.
      () => show(undefined, 'not_stored'),
    )
    return () => {
      isCurrent = false
    }
  }, [owner, form])

  const flush = useCallback(() => {
    const { values, timer } = pending.current ?? {}
    if (!values) return
    clearTimeout(timer)
    pending.current = undefined
    // Somebody else's by now: what was typed belongs to who typed it.
    if (owner === undefined || ownerNow() !== owner) return
    draftSlots.save(owner, form, values, hidden.split(' ')).then(
      () => setState('saved'),
      () => setState('not_stored'),
    )
    void readyKey(owner)
  }, [owner, form, hidden])

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  const save = useCallback(
    (values: Values) => {
      clearTimeout(pending.current?.timer)
      pending.current = { values, timer: setTimeout(flush, settleMs) }
      setState('saving')
    },
    [flush],
  )
  const drop = useCallback(async () => {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
    if (owner !== undefined) await draftSlots.drop(owner, form).catch(() => undefined)
    setState('none')
  }, [owner, form])

  const isReady = of !== undefined && loaded?.of === of
  return { saved: isReady ? loaded?.saved : undefined, isReady, save, drop, state }
}
