import { expect, test, it } from 'vitest'
import { maskRecipient, toMailbox } from './recipients.ts'

test.each([
  ['+8613912341234', '139****1234'],
  ['+447911123456', '+44****3456'],
  ['+85251234567', '+85****4567'],
  ['li.na@forum.example', 'l***@forum.example'],
  ['"odd@name"@forum.example', '"***@forum.example'],
])('%s is shown as %s', (recipient, shown) => {
  expect(maskRecipient(recipient)).toBe(shown)
})

it.each([
  ['Li.Si@Forum.Example', 'li.si@forum.example'],
  ['li.si+1@forum.example', 'li.si@forum.example'],
  ['li.si+a+b@forum.example.', 'li.si@forum.example'],
  ['+li@forum.example', '+li@forum.example'],
  ['l.i.s.i+x@googlemail.com', 'lisi@gmail.com'],
  ['LiSi@gmail.com', 'lisi@gmail.com'],
  ['+8613800000000', '+8613800000000'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox)
})
