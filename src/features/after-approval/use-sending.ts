import { startTransition, useRef, useState } from 'react'

/** The moment between the button and the device's word that it is kept. */
export interface Sending {
  isBusy: boolean
  /** What kept it from being kept; the form stays open with what was typed. */
  failure: unknown
  /** @returns what came of it; undefined when nothing could be kept */
  send: <Sent extends object>(work: () => Promise<Sent>) => Promise<Sent | undefined>
}

/** Hands a form to the outbox, once however often the button is tapped. */
export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isSending = useRef(false)
  return {
    isBusy,
    failure,
    async send(work) {
      if (isSending.current) return undefined
      isSending.current = true
      // The device has kept it before a long form is drawn anew: the drawing must not hold it up.
      startTransition(() => {
        setBusy(true)
        setFailure(undefined)
      })
      try {
        return await work()
      } catch (error) {
        setFailure(error)
        return undefined
      } finally {
        isSending.current = false
        setBusy(false)
      }
    },
  }
}
