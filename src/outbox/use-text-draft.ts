import { useState } from 'react'
import { useDraft } from './use-draft.ts'

/** One text with its draft, outside of a form. */
export interface TextDraft {
  text: string
  /** False until the draft is loaded: input typed before would be lost. */
  isReady: boolean
  change: (text: string) => void
  /** Removes the draft, when the text was used or discarded. */
  drop: () => void
}

/**
 * Keeps a text and its draft, which stays on the device until it is dropped, also after a crash of the page.
 * @param form name of the draft, the same at each visit
 * @param initial text of the field while the user has typed nothing
 */
export function useTextDraft(form: string, initial = ''): TextDraft {
  const { saved, isReady, save, drop } = useDraft<{ text: string }>(form)
  const [typed, setTyped] = useState<string>()
  return {
    text: typed ?? saved?.text ?? initial,
    isReady,
    change(text) {
      setTyped(text)
      if (text === initial) void drop()
      else save({ text })
    },
    drop() {
      setTyped(initial)
      void drop()
    },
  }
}
