/**
 * Creates a sort key in natural order: `A2` before `A10`. Does not use `Intl.Collator`, whose creation takes 7 ms, and 30 ms
 * on a slow phone.
 */
export function toNaturalKey(text: string): string {
  return text.toUpperCase().replaceAll(/\d+/g, (digits) => digits.padStart(6, '0'))
}
