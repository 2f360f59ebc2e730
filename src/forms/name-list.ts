/** Result of adding a name. */
export type AddNameResult =
  | { kind: 'added'; names: readonly string[] }
  | { kind: 'repeated'; name: string }
  | { kind: 'too_long'; max: number }
  /** The text was empty. */
  | { kind: 'nothing' }

/** Normalizes a name: Unicode NFC, without white space at its ends, also full-width. */
function toName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/**
 * Adds the typed text to the names, unless it is empty, a duplicate or too long.
 * @param max maximum length in characters (code points)
 */
export function addName(names: readonly string[], typed: string, max: number): AddNameResult {
  const name = toName(typed)
  if (name === '') return { kind: 'nothing' }
  if (names.includes(name)) return { kind: 'repeated', name }
  if (Array.from(name).length > max) return { kind: 'too_long', max }
  return { kind: 'added', names: [...names, name] }
}

/** Classifies a key: Enter adds the name, unless an input method uses it to choose a word. */
export function classifyConfirmKey(event: {
  key: string
  isComposing: boolean
  keyCode: number
}): 'confirm' | 'composing' | undefined {
  if (event.key !== 'Enter') return undefined
  // Safari ends the composition before it fires the key event, and marks the key by its code.
  return event.isComposing || event.keyCode === composingKeyCode ? 'composing' : 'confirm'
}

/** `keyCode` of every key that an input method has processed (UI Events). */
const composingKeyCode = 229
