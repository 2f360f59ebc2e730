import { useRef, useState } from 'react'

/** The moment between the button and the device's word that it is kept. */
export interface Sending {
  isBusy: boolean
  /** What kept it from being kept; the form stays open with what was typed. */
  failure: unknown
  /** @returns what came of it; undefined when nothing could be kept */
  send: <Sent extends object>(work: () => Promise<Sent>) => Promise<Sent | undefined>
}

/** From when it is shown that something is on its way to the disk, in milliseconds. */
const busyAfterMs = 100

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
      // Most devices have kept it by then: a long form that is drawn anew before would hold that up.
      const timer = setTimeout(() => setBusy(true), busyAfterMs)
      setFailure(undefined)
      try {
        return await work()
      } catch (error) {
        setFailure(error)
        return undefined
      } finally {
        clearTimeout(timer)
        isSending.current = false
        setBusy(false)
      }
    },
  }
}
