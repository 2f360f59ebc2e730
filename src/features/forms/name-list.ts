/** What came of confirming a name. */
export type AddNameResult =
  | { kind: 'added'; names: readonly string[] }
  | { kind: 'repeated'; name: string }
  | { kind: 'too_long'; max: number }
  | { kind: 'nothing' }

/** A name as it is kept: in one form of Unicode, without blanks at its ends; full-width ones are blanks, too (T31). */
function toName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** Adds what was typed to the names, unless it is nothing, there already, or too long. */
export function addName(names: readonly string[], typed: string, max: number): AddNameResult {
  const name = toName(typed)
  if (name === '') return { kind: 'nothing' }
  if (names.includes(name)) return { kind: 'repeated', name }
  if (Array.from(name).length > max) return { kind: 'too_long', max }
  return { kind: 'added', names: [...names, name] }
}

/** What a key does in the field of a name: an Enter confirms, unless an input method uses it to choose a word. */
export function isConfirmKey(event: {
  key: string
  isComposing: boolean
  keyCode: number
}): 'confirm' | 'composing' | undefined {
  if (event.key !== 'Enter') return undefined
  // Safari ends the composition before it tells of the key, and says by its code whose it was.
  return event.isComposing || event.keyCode === composingKeyCode ? 'composing' : 'confirm'
}

/** `keyCode` of every key that an input method has taken (UI Events, "Processed"). */
const composingKeyCode = 229
