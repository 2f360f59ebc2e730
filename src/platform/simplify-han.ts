import characters from 'opencc-js/dict/TSCharacters'
import { createSimplifyHan } from '#contract/han-forms.ts'

/** Converts traditional characters to simplified ones. The table of 17 kB is loaded with this file only. */
export const simplifyHan = createSimplifyHan(characters)
