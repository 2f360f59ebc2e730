import { expect, test } from 'vitest'
import { maskRecipient } from './mask.ts'

test.each([
  ['+8613912341234', '139****1234'],
  ['+447911123456', '+44****3456'],
  ['+85251234567', '+85****4567'],
  ['li.na@forum.example', 'l***@forum.example'],
  ['"odd@name"@forum.example', '"***@forum.example'],
])('%s is shown as %s', (recipient, shown) => {
  expect(maskRecipient(recipient)).toBe(shown)
})
