import characters from 'opencc-js/dict/TSCharacters'
import { createSimplifyHan } from '#contract/han-forms.ts'

/** A text with its traditional characters as simplified ones. Its table of 17 kB is a file of its own. */
export const simplifyHan = createSimplifyHan(characters)
