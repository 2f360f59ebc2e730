/**
 * Makes a key that sorts a text as people count: `A2` before `A10`. Without `Intl.Collator`: opening the browser's rules
 * takes 7 ms, 30 on a slow phone.
 */
export function toNaturalKey(text: string): string {
  return text.toUpperCase().replaceAll(/\d+/g, (digits) => digits.padStart(6, '0'))
}
