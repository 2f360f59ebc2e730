import characters from 'opencc-js/dict/TSCharacters'
import { createSimplifyHan } from '#contract/han-forms.ts'

/** A text with its traditional characters as simplified ones, for search texts and what is searched in them. */
export const simplifyHan = createSimplifyHan(characters)
