import { useState } from 'react'
import { useDraft } from './use-draft.ts'

/** One text that is typed outside of a form of fields, with its draft. */
export interface TextDraft {
  text: string
  /** False until the draft was read: what is typed before it would be lost. */
  isReady: boolean
  change: (text: string) => void
  /** It was used, or is not wanted any more. */
  drop: () => void
}

/**
 * A text with its draft. It stays on the device until it is dropped, also when the page dies.
 * @param form name of the draft, the same at each visit
 * @param initial what stands in the field where nothing was typed
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
