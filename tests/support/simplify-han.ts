import characters from 'opencc-js/dict/TSCharacters'
import { createSimplifyHan } from '#contract/han-forms.ts'

export const simplifyHan = createSimplifyHan(characters)
