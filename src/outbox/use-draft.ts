import { useCallback, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#lib/auth.ts'
import { draftWriter, getCurrentOwner } from './page-outbox.ts'

/** Whether what is typed lies on the device. */
export type DraftState = 'none' | 'saving' | 'saved' | 'not_stored'

/** A form's draft. */
export interface Draft<Values> {
  /** What was typed before, with its files; undefined when there is none. */
  saved: Values | undefined
  /** False until the device has answered, and while nobody is signed in: a form filled before would be overwritten. */
  isReady: boolean
  /** Keeps what is typed, at once: a page that is closed or dies has no time left for it. */
  save: (values: Values) => void
  /** It was sent, or is not wanted any more. */
  drop: () => Promise<void>
  state: DraftState
}

/** Quiet that is waited for before it is told that what is typed is kept, in milliseconds: else it flickers. */
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
  const owner = getCurrentOwner()
  const [loaded, setLoaded] = useState<{ of: string; saved: Values | undefined }>()
  const [state, setState] = useState<DraftState>('none')
  /** Of the newest letters alone it is told. */
  const newest = useRef<Values>(undefined)
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined)
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
    draftWriter.load<Values>(owner, form).then(
      (saved) => show(saved, saved ? 'saved' : 'none'),
      // The form can be filled in and sent; what was typed before must not be written over.
      () => show(undefined, 'not_stored'),
    )
    return () => {
      isCurrent = false
    }
  }, [owner, form])

  useEffect(() => () => clearTimeout(telling.current), [])

  const save = useCallback(
    (values: Values) => {
      clearTimeout(telling.current)
      newest.current = values
      setState('saving')
      // Somebody else's by now: what was typed belongs to who typed it.
      if (owner === undefined || getCurrentOwner() !== owner) return
      const tell = (next: DraftState) => () => {
        if (newest.current === values) telling.current = setTimeout(() => setState(next), settleMs)
      }
      draftWriter.save(owner, form, values, hidden.split(' ')).then(tell('saved'), tell('not_stored'))
    },
    [owner, form, hidden],
  )
  const drop = useCallback(async () => {
    clearTimeout(telling.current)
    newest.current = undefined
    if (owner !== undefined) await draftWriter.drop(owner, form).catch(() => undefined)
    setState('none')
  }, [owner, form])

  const isReady = of !== undefined && loaded?.of === of
  return { saved: isReady ? loaded?.saved : undefined, isReady, save, drop, state }
}
