import { expect, test } from 'vitest'
import { presentationRules, resumeRules } from '#contract/file-kinds.ts'
import { checkFile } from './file-rules.ts'

const mebibyte = 1024 * 1024

test.each([
  ['简历.pdf', 20_000, undefined],
  ['Resume.DOCX', 10 * mebibyte, undefined],
  ['Resume.docx', 10 * mebibyte + 1, 'tooLarge'],
  ['Resume.pdf', 0, 'empty'],
  ['Resume.doc', 20_000, 'type'],
  ['slides.pptx', 20_000, 'type'],
  ['pdf', 20_000, 'type'],
])('a resume %s of %d bytes: %s [192]', (name, size, problem) => {
  expect(checkFile({ name, size }, resumeRules)).toBe(problem)
})

test('slides may be larger, and no document', () => {
  expect(checkFile({ name: 'a.pptx', size: 100 * mebibyte }, presentationRules)).toBeUndefined()
  expect(checkFile({ name: 'a.docx', size: 1 }, presentationRules)).toBe('type')
})
