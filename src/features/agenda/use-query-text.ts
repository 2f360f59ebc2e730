import { useEffect, useRef, useState } from 'react'

/** After a pause of this length in typing the words go into the address. */
const pauseMs = 300

export interface QueryText {
  text: string
  type: (text: string) => void
  /** Puts the words into the address now: before the reader follows a result. */
  settle: () => void
}

/**
 * The words being typed. They live here, not in the address, so that a key is answered in one frame; the address
 * follows in pauses, and changes the words when it changes by itself (back, a shared link).
 * @param inAddress the words that the address says
 */
export function useQueryText(inAddress: string, toAddress: (text: string) => void): QueryText {
  const [text, setText] = useState(inAddress)
  const [agreed, setAgreed] = useState(inAddress)
  if (inAddress !== agreed) {
    setAgreed(inAddress)
    if (inAddress !== text.trim()) setText(inAddress)
  }
  const send = useRef(toAddress)
  useEffect(() => {
    send.current = toAddress
  })
  const pending = text.trim() !== inAddress
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => send.current(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pending])
  return {
    text,
    type: setText,
    settle: () => {
      if (pending) toAddress(text.trim())
    },
  }
}
