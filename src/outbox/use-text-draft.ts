import { useState } from 'react'
import { useDraft } from './use-draft.ts'

/** One text with its draft, outside of a form. */
export interface TextDraft {
  text: string
  /** False until the draft is loaded. Earlier input would be overwritten. */
  isReady: boolean
  change: (text: string) => void
  /** Removes the draft, when the text was used or discarded. */
  drop: () => void
}

/**
 * Manages a text and its draft, which stays on the device until it is dropped, even after a crash of the page.
 * @param form name of the draft, the same at each visit
 * @param initial text of the field while the user has typed nothing
 */
export function useTextDraft(form: string, initial = ''): TextDraft {
  const { saved, isReady, save, drop } = useDraft<{ text: string }>(form)
  const [input, setInput] = useState<string>()
  return {
    text: input ?? saved?.text ?? initial,
    isReady,
    change(text) {
      setInput(text)
      if (text === initial) void drop()
      else save({ text })
    },
    drop() {
      setInput(initial)
      void drop()
    },
  }
}
